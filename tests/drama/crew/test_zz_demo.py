from apps.table import demonstration
def test_it(db):
    t = demonstration.set_up("crew")
    assert t
