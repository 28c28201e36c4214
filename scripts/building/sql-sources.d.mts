/** Paths of all files that define the database, relative to the project. */
export function sqlSources(): string[]
