/**
 * The radius of a disc with a share of an area, as a part of the radius for all of it. (d3's scaleSqrt, from d3-scale,
 * would add more than the first page of the lesson may weigh.)
 */
export const radiusOfArea = (share: number): number => share ** 0.5;
