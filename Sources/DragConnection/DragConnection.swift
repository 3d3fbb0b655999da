enum DragConnection {}
