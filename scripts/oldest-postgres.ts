import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Where Debian and Red Hat put the oldest supported version; undefined where it is not installed. */
export const OLDEST_PROGRAMS = ['/usr/lib/postgresql/15/bin', '/usr/pgsql-15/bin'].find((folder) =>
  existsSync(join(folder, 'initdb')),
)
