// The clip on a piece of rail, with a marble in its beam: for the guide's picture.
use <clip.scad>

$fn = 96;
rail_width = 40; // the clip's own sizes, as it comes
beam_height = 8;

color("#c98b4a") translate([-rail_width / 2, -45, -3]) cube([rail_width, 90, 3]);
color("#4a4f57") render() translate([0, 7, 0]) rotate([90, 0, 0]) clip();
color("#d8dde3") translate([0, -16, beam_height]) sphere(8);
color("#e5484d") translate([-30, 0, beam_height]) rotate([0, 90, 0]) cylinder(d = 1, h = 60);
