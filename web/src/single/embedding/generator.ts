// The page "Use it in your course" is not in the single file: its lines need a lesson with an address.
export {};
