// Globals of the single file's scripts.

/** The files that fetch() finds within it, by name: packed by gzip, in base64. A worker has those that it needs. */
declare var posencFiles: Readonly<Record<string, string>>;

/** The addresses of its workers and frames, by the names of their files. Not in workers. */
declare var posencAddresses: Readonly<Record<string, string>>;

/** The HTML of its pages, by name. Not in workers. */
declare var posencPages: ReadonlyMap<string, string>;
