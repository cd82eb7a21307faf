import zlib

import pytest

from reineke.game import GameError
from reineke.live.sawhian import protocol
from reineke.live.sawhian.avatar import avatar, load_picture


def test_a_move_is_player_times_49_plus_7x_plus_y():
    assert protocol.move(2, 3 * 7 + 6) == bytes([2 * 49 + 3 * 7 + 6])
    assert [protocol.read_move(byte) for byte in (0, 48, 49, 195)] == [(0, 0), (0, 48), (1, 0), (3, 48)]


def test_every_move_reads_back():
    for seat in range(4):
        for action in range(49):
            assert protocol.read_move(protocol.move(seat, action)[0]) == (seat, action)


def test_bytes_from_196_on_are_no_moves():
    assert all(protocol.read_move(byte) is None for byte in range(196, 256))


def test_the_welcome_holds_the_player_in_two_bits_and_the_limit_in_six():
    assert protocol.welcome(3, 4) == bytes([4 << 2 | 3])
    for seat in range(4):
        for limit in range(64):
            assert protocol.read_welcome(protocol.welcome(seat, limit)[0]) == (seat, limit)


def test_a_greeting_is_two_lines_that_read_back():
    picture = avatar("Reineke")
    lines = protocol.greeting("Reineke", picture)
    assert lines.count(b"\n") == 2
    assert lines.endswith(b"\n")
    assert protocol.read_greeting(lines) == ("Reineke", picture)


@pytest.mark.parametrize("picture", [b"", b"no base64!", b"AAAA", b"\xff\xfe"])
def test_a_picture_that_is_none_is_dropped(picture):
    assert protocol.read_greeting(b"Grimbart\n" + picture + b"\n") == ("Grimbart", None)


def test_names_become_one_short_line():
    assert protocol.clean_name("  Isegrim\n the\twolf \x00") == "Isegrim the wolf"
    assert protocol.clean_name("\x00\x1b") == "nobody"
    assert len(protocol.clean_name("x" * 1000)) == protocol.MAX_NAME
    assert protocol.read_greeting(b"\0\0\0\xff\n\n")[0] == "\ufffd"


def test_an_avatar_is_a_png_of_256_by_256_that_follows_from_the_name():
    picture = avatar("Reineke")
    assert protocol.picture_size(picture) == (256, 256)
    assert picture == avatar("Reineke") != avatar("Isegrim")
    size, kind = int.from_bytes(picture[33:37], "big"), picture[37:41]
    assert (size, kind) == (6, b"PLTE")
    begin = picture.index(b"IDAT")
    size = int.from_bytes(picture[begin - 4 : begin], "big")
    data = picture[begin + 4 : begin + 4 + size]
    assert len(zlib.decompress(data)) == 256 * (1 + 32)
    assert int.from_bytes(picture[begin + 4 + size : begin + 8 + size], "big") == zlib.crc32(b"IDAT" + data)


def test_a_picture_from_a_file_has_the_right_size(tmp_path):
    good, bad = tmp_path / "good.png", tmp_path / "bad.png"
    good.write_bytes(avatar("x"))
    bad.write_bytes(avatar("x").replace(b"\0\0\1\0", b"\0\0\2\0", 1))
    assert load_picture(good) == avatar("x")
    for path in (bad, tmp_path / "none.png", tmp_path):
        with pytest.raises(GameError, match=r"^[^\n]+$"):
            load_picture(path)
