// A clip that holds one light beam across a coaster's rail: the lamp in one tower, its receiver in the other.
// All sizes in millimetres. Measure the first three on your own coaster; the rest fits 5 mm lamps.
//
// It is a profile, drawn across the rail and made long along it, and is printed standing on its end as it comes:
// no supports.

/* [Your coaster] */
// width of the rail, from edge to edge
rail_width = 40; // [10:0.5:120]
// thickness of the rail's edge, where the clip grips it
rail_thickness = 3; // [1:0.1:12]
// from the rail's upper face to the middle of the marble
beam_height = 8; // [4:0.5:40]

/* [Your lamps] */
// hole for the lamp's body: its width and a little more
lamp = 5.2;
// how deep the body goes in
lamp_depth = 9;
// the opening towards the marble; a small one keeps other light out
opening = 3;

/* [The clip] */
// along the rail
length = 14;
wall = 2.4;
// between clip and rail, all around
play = 0.25;
// how far the clip's lips reach over the rail's edges
lip = 1.2;

/* [Hidden] */
$fn = 64;
lid = 2;                                    // between a lamp and the marble, with the opening in it
inner = rail_width / 2 + play;              // from the middle of the rail to the towers
tower = lamp_depth + lid;                   // thickness of a tower
half_band = max(lamp, opening) / 2 + wall;  // of the tower around the beam
top = beam_height + half_band;
floor = -rail_thickness - play;             // the base's upper face; 0 is the rail's

assert(rail_width >= 10, "the rail must be at least 10 mm wide");
assert(beam_height - half_band >= play, "the beam is too low: a lamp would sit in the rail");
assert(length >= lamp + 2 * wall, "the clip is too short for its lamps");
assert(opening <= lamp, "the opening is wider than the lamp");
assert(lip < rail_width / 4, "the lips would meet");

// One side of the profile, with the rail's middle at x = 0.
module side() {
  polygon([
    [0, floor - wall],
    [inner + wall, floor - wall],
    [inner + wall, beam_height - half_band],
    [inner + tower, beam_height - half_band],
    [inner + tower, top],
    [inner, top],
    // The lip: a slope that the rail slides down when it is pressed in, and an edge that holds it.
    [inner, play + 2.5 * lip],
    [inner - lip, play + 0.6],
    [inner - lip, play],
    [inner, play],
    [inner, floor],
    [0, floor],
  ]);
}

module bore(diameter, from, to) {
  translate([from, beam_height, length / 2]) rotate([0, 90, 0]) cylinder(d = diameter, h = to - from);
}

// Two slots in the base for the tie that holds the wires.
module tie_slots() {
  for (x = [-1, 1]) translate([x * rail_width / 4, floor - wall / 2, length / 2]) cube([2, 2 * wall, 5], center = true);
}

module clip() {
  difference() {
    linear_extrude(length) {
      side();
      mirror([1, 0]) side();
    }
    bore(opening, -inner - tower, inner + tower);
    bore(lamp, inner + lid, inner + tower + 1);
    bore(lamp, -inner - tower - 1, -inner - lid);
    tie_slots();
  }
}

clip();
