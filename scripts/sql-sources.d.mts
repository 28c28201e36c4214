/** Paths of all that makes a database, in a project's folder. */
export function sqlSources(): string[]
