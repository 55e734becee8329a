import time
def test_x(gm, ines, wren, kit, tran, django_assert_num_queries):
    from apps.characters.crew.sheet_form import MakeForm, EditForm
    v = ines.viewer
    t=time.perf_counter()
    for _ in range(10): MakeForm(viewer=v)
    print("make", (time.perf_counter()-t)/10)
    t=time.perf_counter()
    for _ in range(10): EditForm(viewer=v, initial={"character": wren.public_id})
    print("edit", (time.perf_counter()-t)/10)
    t=time.perf_counter(); r=ines.get("crew.edit", character=wren.public_id); print("GET", time.perf_counter()-t, len(r.content))
    t=time.perf_counter(); r=ines.get("crew.edit", character=wren.public_id); print("GET", time.perf_counter()-t, len(r.content))
    from django.db import connection
    from django.test.utils import CaptureQueriesContext
    from apps.table.panels import panels_of, draw
    for person in (gm, ines):
        v = person.viewer
        for p in panels_of(v):
            if p.name in ("crew-sheet","crew-party","crew-cast","crew-here","crew-ship","crew-ships"):
                with CaptureQueriesContext(connection) as c:
                    t=time.perf_counter(); x = draw(p, v)
                print(p.name, len(c), round(time.perf_counter()-t,3), len(x))
    assert 0
