from apps.table.switches import honours

honours("parlour", "cellar")
