#!/usr/bin/python3
"""drag_qt.py FOLDER: a window to drag a table from, and to drop things onto, into a folder."""
import sys
import threading
import dragd
from PyQt5.QtCore import QMimeData, Qt, pyqtSignal
from PyQt5.QtGui import QDrag
from PyQt5.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget


class Thing(QLabel):
    words = "The first 200,000 squares"
    offer = None

    def table(self, stream):
        stream.writelines(b"%d,%d\n" % (n, n * n) for n in range(200_000))

    def mouseMoveEvent(self, _event):
        """The drag has the path of an offer, and a text for programs that know no dragd."""
        if self.offer:
            self.offer.withdraw()  # that of the last drag; what is on its way arrives
        item = dragd.Item("squares.csv", {"text/csv": self.table, "text/plain": self.words})
        self.offer = dragd.offer(item, private=True)
        content = QMimeData()
        content.setData(dragd.OFFER_TYPE, self.offer.path.encode())
        content.setText(self.words)
        drag = QDrag(self)
        drag.setMimeData(content)
        drag.exec(Qt.CopyAction)


class Place(QLabel):
    said = pyqtSignal(str)  # reaches the window's thread from any other

    def __init__(self):
        super().__init__("Drop here", acceptDrops=True)
        self.said.connect(self.say)

    def dragEnterEvent(self, event):
        if event.mimeData().hasFormat(dragd.OFFER_TYPE):
            event.acceptProposedAction()
            self.say("Let go to save it")

    def dropEvent(self, event):
        path = bytes(event.mimeData().data(dragd.OFFER_TYPE))
        event.acceptProposedAction()  # the drag is over; dragd transfers the items
        threading.Thread(target=self.save, args=(path,), daemon=True).start()

    def save(self, path):
        try:
            for item in dragd.offered(path).items:
                self.said.emit(f"Saved {item.save(sys.argv[1]).name}")
        except (dragd.Error, OSError) as error:
            self.said.emit(str(error))

    def say(self, words):
        self.setText(words)
        print(words, flush=True)


application = QApplication(sys.argv[:1])
window = QWidget(windowTitle="Qt, Python")
layout = QVBoxLayout(window)
for part in (Thing("Drag me"), Place()):
    layout.addWidget(part)
window.resize(300, 300)
window.show()
sys.exit(application.exec())
