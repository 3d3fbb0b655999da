/// The style of the board beyond libadwaita's; the named colours follow dark and high contrast styles. Cards in a list
/// have an edge instead of a soft shadow, because a dozen shadows take an eighth of a frame's time while scrolling. The
/// containers of a list change their states, never their classes. No inherited colour and no rule for their children
/// depends on a state. Otherwise GTK would style the two hundred rows below again, which takes longer than a frame.
enum Stylesheet {
  static let css = """
    .dim-label, .subtitle, placeholder { opacity: 0.75; }
    .board-header { border-spacing: 2px; }
    .board-header button.image-button { padding-left: 2px; padding-right: 2px; }
    .board-header .flat > button.toggle { padding: 5px 6px; }
    .board-drop-name {
      border-radius: 99px; padding: 4px 14px; margin: 2px 4px;
      background-color: alpha(currentColor, 0.08);
    }
    .board-drop-name.hovered { background-color: @accent_bg_color; color: @accent_fg_color; }
    .add-list { font-weight: normal; }
    .board-column {
      background-color: alpha(currentColor, 0.06);
      border-radius: 15px;
    }
    .board-column :drop(active), .board-column:drop(active), .drop-area:drop(active),
    .geocache-editor:drop(active), .board:drop(active) {
      box-shadow: none; border-color: currentColor; caret-color: inherit;
    }
    .board-column:drop(active) { background-color: alpha(@accent_bg_color, 0.14); }
    .board-column .column-header { padding: 6px 6px 2px 6px; min-height: 36px; }
    .board-column .column-header .count { font-feature-settings: "tnum"; }
    .board-column listview { background: none; padding: 0 0 8px 0; }
    .board-column listview > row {
      padding: 4px 8px; background: none; border-radius: 15px; outline: none;
    }
    .board-column scrolledwindow:focus, .board-column listview:focus {
      outline: 2px solid @accent_color; outline-offset: -2px; border-radius: 15px;
    }
    .board-column .board-card:hover { background-image: image(alpha(currentColor, 0.03)); }
    .card-label {
      border-radius: 99px; padding: 0 8px; font-size: smaller; font-weight: bold;
      background-color: #5e5c64; color: white;
    }
    .card-label.blue { background-color: #1a5fb4; }
    .card-label.green { background-color: #1b6e46; }
    .card-label.yellow { background-color: #f6d32d; color: black; }
    .card-label.orange { background-color: #ffa348; color: black; }
    .card-label.red { background-color: #c01c28; }
    .card-label.purple { background-color: #813d9c; }
    .card-label.brown { background-color: #865e3c; }
    button.label-color, .label-color > button {
      min-width: 26px; min-height: 26px; padding: 0; color: white; background-image: none;
      background-color: #5e5c64;
    }
    button.label-color image { opacity: 0; }
    button.label-color:checked image { opacity: 1; }
    button.label-color.blue, .label-color.blue > button { background-color: #1a5fb4; }
    button.label-color.green, .label-color.green > button { background-color: #1b6e46; }
    button.label-color.yellow, .label-color.yellow > button {
      background-color: #f6d32d; color: black;
    }
    button.label-color.orange, .label-color.orange > button {
      background-color: #ffa348; color: black;
    }
    button.label-color.red, .label-color.red > button { background-color: #c01c28; }
    button.label-color.purple, .label-color.purple > button { background-color: #813d9c; }
    button.label-color.brown, .label-color.brown > button { background-color: #865e3c; }
    .comment { padding: 6px 6px 10px 12px; }
    .card-mark { opacity: 0.85; }
    .card-mark.error, .card-mark.today { opacity: 1; font-weight: bold; }
    .card-mark.today { color: @accent_color; }
    .board-card.done .card-title { text-decoration-line: line-through; opacity: 0.75; }
    .column-header .over-limit {
      color: @error_fg_color; background-color: @error_bg_color; font-weight: bold; opacity: 1;
      border-radius: 99px; padding: 0 8px;
    }
    .attach-hint {
      background-color: @accent_bg_color; color: @accent_fg_color; font-weight: bold;
      border-radius: 99px; padding: 4px 14px;
    }
    textview.notes, textview.notes text { background: none; }
    textview.checklist-item {
      background-color: alpha(currentColor, 0.1); border-radius: 6px;
      box-shadow: inset 0 0 0 1px @borders;
    }
    textview.checklist-item text { background: none; }
    textview.checklist-item:focus {
      outline: 2px solid alpha(@accent_color, 0.5); outline-offset: -2px;
    }
    .quick-add { margin: 4px 8px 12px 8px; }
    .board-card { padding: 10px 12px; }
    .board-column .board-card { box-shadow: 0 0 0 1px alpha(@borders, 0.5); }
    .board-card .card-title { font-weight: 500; }
    .board-card .thumbnail { border-radius: 6px; }
    listview > row:selected .board-card {
      box-shadow: inset 0 0 0 2px @accent_bg_color;
      background-image: image(alpha(@accent_bg_color, 0.10));
    }
    listview > row:focus:not(:selected):not(:backdrop) .board-card,
    listview > row:focus-visible .board-card { box-shadow: inset 0 0 0 3px @accent_color; }
    .board-card.dragged { opacity: 0.4; }
    .board-card.cut { opacity: 0.5; }
    .board-card.marked, .board-column.marked {
      background-image: image(alpha(@accent_bg_color, 0.28)); animation: marked 1500ms ease-in;
    }
    @keyframes marked {
      from { background-image: image(alpha(@accent_bg_color, 0.40)); }
      to { background-image: image(alpha(@accent_bg_color, 0.10)); }
    }
    .board-card.sliding { transition: margin 150ms ease-out; }
    .board-card.gap-above { margin-top: 36px; }
    .board-card.gap-below { margin-bottom: 36px; }
    .board-card.failed { box-shadow: inset 0 0 0 1px alpha(@error_color, 0.7); }
    .drag-picture { background-color: @popover_bg_color; min-width: 220px; }
    .drag-picture.translucent { opacity: 0.8; }
    .drag-picture.square { border-radius: 0; box-shadow: inset 0 0 0 1px alpha(currentColor, 0.15); }
    .drag-count {
      background-color: @accent_bg_color; color: @accent_fg_color; border-radius: 99px;
      min-width: 22px; min-height: 22px; padding: 0 3px; font-weight: bold;
    }
    .insertion-line {
      background-color: @accent_color; border-radius: 2px; min-height: 3px; min-width: 3px;
    }
    .drop-area {
      background-color: @popover_bg_color; color: @error_color; font-weight: bold;
      border-radius: 99px; padding: 10px 40px; margin: 0 12px 12px 12px;
      box-shadow: 0 1px 5px alpha(black, 0.3), inset 0 0 0 1px alpha(@error_color, 0.5);
    }
    .drop-area.hovered { background-color: @error_bg_color; color: @error_fg_color; }
    .drop-hint {
      border: 2px dashed alpha(currentColor, 0.2); border-radius: 12px; padding: 18px 12px;
      margin: 4px 8px 10px 8px;
    }
    toast { background-color: #303030; color: white; border-radius: 24px; }
    .side-panel { background-color: @view_bg_color; }
    .geocache-picture { border-radius: 12px; background-color: alpha(currentColor, 0.06); }
    .geocache-editor.hovered { background-color: alpha(@accent_bg_color, 0.14); }
    .drag-handle { padding: 10px 12px; }
    """
}
