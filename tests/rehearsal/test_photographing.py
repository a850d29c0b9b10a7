from random import Random

import cv2
import numpy as np
import pytest

from companion.rehearsal.cloths import CLOTHS
from companion.rehearsal.lens import Pose, bend, bent, homography, projected
from companion.rehearsal.lighting import CALM, HARD, USUAL, grainy, moved
from companion.rehearsal.photographing import Lying, Photographer
from companion.scenes.cutting import reference
from companion.scenes.faces import printed

ROW = ("launch-01", "standard-03", "standard-03", "launch-12", "standard-24")


@pytest.fixture(scope="module")
def park():
    return printed("coaster_park")


@pytest.fixture(scope="module")
def photographer(park):
    return Photographer(park)


def straightened(photo, laid, size=(126, 176)):
    corners = np.array([[0, 0], [size[0], 0], size, [0, size[1]]], np.float32)
    back = cv2.getPerspectiveTransform(np.array(laid.quad, np.float32), corners)
    return cv2.warpPerspective(photo.picture, back, size)


def likeness(one, other):
    grey = [cv2.GaussianBlur(cv2.cvtColor(each, cv2.COLOR_BGR2GRAY), (0, 0), 1.5) for each in (one, other)]
    return float(cv2.matchTemplate(grey[0], grey[1], cv2.TM_CCOEFF_NORMED)[0, 0])


@pytest.mark.parametrize("trouble", [CALM, USUAL], ids=["calm", "usual"])
def test_each_label_lies_on_its_card_the_right_way_up(photographer, park, trouble):
    faces = {face.id: face for face in park.faces}
    for seed in range(4):
        photo = photographer.row(ROW, seed, trouble)
        assert [laid.card for laid in photo.cards] == list(ROW)
        for laid in photo.cards:
            right = reference(faces[laid.card], 2.0)
            seen = straightened(photo, laid)
            assert likeness(seen, right) > 0.55
            assert likeness(seen, cv2.rotate(right, cv2.ROTATE_180)) < 0.5


def test_the_same_seed_gives_the_same_picture_and_another_seed_another(photographer, park):
    one = photographer.row(ROW, 5)
    again = Photographer(park).row(ROW, 5)
    assert np.array_equal(one.picture, again.picture)
    assert one.cards == again.cards
    assert not np.array_equal(one.picture, photographer.row(ROW, 6).picture)


@pytest.mark.parametrize("table", CLOTHS)
def test_every_card_is_in_the_frame_on_every_cloth(photographer, table):
    photo = photographer.row(ROW, f"frame {table}", HARD, (640, 480), table)
    assert photo.picture.shape == (480, 640, 3)
    for laid in photo.cards:
        quad = np.array(laid.quad)
        assert (quad > -4).all()
        assert (quad < np.array([644, 484])).all()


def test_cards_in_a_row_go_from_left_to_right_or_all_the_other_way(photographer):
    for seed in range(6):
        xs = [np.mean(laid.quad, axis=0)[0] for laid in photographer.row(ROW, seed).cards]
        assert xs == sorted(xs)


def test_the_visible_share_is_what_later_cards_leave(photographer):
    half = [Lying("launch-01", 0, 0), Lying("launch-02", 31.5, 0)]
    under, over = photographer.take(half, 1, CALM).cards
    assert under.visible == pytest.approx(0.5, abs=0.04)
    assert over.visible == pytest.approx(1.0, abs=0.03)


def test_a_row_overlaps_at_most_by_a_third(photographer):
    shares = [
        laid.visible for seed in range(8) for laid in photographer.row(ROW, seed, HARD, (640, 480)).cards
    ]
    assert min(shares) > 0.58
    assert min(shares) < 0.8


def test_a_card_that_lies_face_down_has_no_label(photographer):
    photo = photographer.take([Lying("launch-01", 0, 0, face_down=True), Lying("launch-02", 80, 0)], 2, CALM)
    assert [laid.card for laid in photo.cards] == ["launch-02"]


def test_a_table_without_cards_is_a_picture_too(photographer):
    photo = photographer.take([], 3)
    assert photo.cards == ()
    assert photo.picture.std() > 1


def test_a_heap_turns_its_cards_any_way(photographer):
    photo = photographer.heap(ROW, 1, CALM)
    turns = []
    for laid in photo.cards:
        (x0, y0), (x1, y1) = laid.quad[:2]
        turns.append(np.degrees(np.arctan2(y1 - y0, x1 - x0)) % 360)
    assert np.ptp(turns) > 60


def test_a_lens_bends_labels_as_it_bends_the_picture():
    size = (640, 480)
    straight = np.zeros((480, 640), np.uint8)
    points = np.array([[100.0, 80.0], [520.0, 90.0], [330.0, 400.0], [60.0, 450.0]])
    for x, y in points.astype(int):
        cv2.circle(straight, (int(x), int(y)), 5, 255, -1)
    seen = bend(straight, 0.1, size)
    for (x, y), (old_x, old_y) in zip(bent(points, 0.1, size).round().astype(int), points, strict=True):
        assert seen[y, x] == 255
        assert np.hypot(x - old_x, y - old_y) > 0.5


def test_the_camera_stands_where_all_of_the_table_s_cards_fill_the_frame():
    corners = np.array([[0, 0], [400, 0], [400, 90], [0, 90]], float)
    pose = Pose(tilt=35, towards=20, roll=4, fill=0.8)
    seen = projected(homography(pose, corners, (1280, 720)), corners)
    assert seen.min() >= 0
    assert (seen[:, 0].max() - seen[:, 0].min()) / 1280 > 0.55
    assert cv2.contourArea(seen.astype(np.float32), oriented=True) > 0  # not mirrored


def test_noise_and_blur_do_as_much_as_they_say():
    flat = np.full((200, 200, 3), 128, np.uint8)
    noisy = grainy(flat, USUAL, Random(4))
    assert 0.5 < noisy.std() < 7
    edge = flat.copy()
    edge[:, 100:] = 255
    sharp, soft = (
        np.abs(np.diff(each[100, :, 0].astype(int))).max() for each in (edge, moved(edge, HARD, Random(2)))
    )
    assert soft < sharp
