import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The program folder of the oldest supported version on Debian and Red Hat; undefined if it is not installed. */
export const OLDEST_PROGRAMS = ['/usr/lib/postgresql/15/bin', '/usr/pgsql-15/bin'].find((folder) =>
  existsSync(join(folder, 'initdb')),
)
