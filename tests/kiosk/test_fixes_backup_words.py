"""What the settings say about keeping evenings: only what copies all of them."""


def test_the_settings_say_where_evenings_lie_and_the_one_way_to_copy_them(open_kiosk):
    opened = open_kiosk()
    opened.kiosk.go("settings")
    opened.still()
    words = opened.kiosk.frames.screen._where.text
    assert str(opened.kiosk.places.journal) in words
    assert "`companion journal backup FILE`" in words
    assert "Copy that file" not in words
