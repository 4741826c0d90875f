/**
 * The radius of a disk whose area is a share of another disk's, as a part of that disk's radius. d3's scaleSqrt would do
 * the same, but the first page draws disks too, and d3-scale is more than it may weigh.
 */
export const radiusOfArea = (share: number): number => share ** 0.5;
