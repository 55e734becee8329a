from apps.table.switches import honours

honours("toy", "bold")
