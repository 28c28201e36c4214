import type { Database } from '#platform/postgres/database.ts'
import { createRateLimits } from '#platform/rate-limits/rate-limits.ts'
import type { Shop } from '../command.ts'
import { commands } from '../commands.ts'
import { createFunctionsHandler } from '../functions.ts'
import { createCodes } from '../hand-overs/codes.ts'

/** Of the test wire's secret key too. */
export const testCodes = createCodes('sb_secret_test_key_000000000000000000')

interface Play {
  reportFault: (fault: unknown) => void
  rateLimits?: boolean
  askBank?: Shop['askBank']
  cell?: number | null
}

/** Every command behind its door, for whom the headers name: `x-test-person`, and with it a role and a session where they matter. */
export function playCommands(
  database: Database,
  { reportFault, rateLimits = false, askBank = async () => ({ kind: 'silent' }), cell = null }: Play,
) {
  return createFunctionsHandler({
    commands,
    database,
    identify: async (request) => {
      const sub = request.headers.get('x-test-person')
      const role = request.headers.get('x-test-role') ?? (sub ? 'authenticated' : 'anon')
      const session_id = request.headers.get('x-test-session')
      return { role, claims: sub ? { sub, role, ...(session_id && { session_id }) } : { role } }
    },
    readBody: (request) => request.json(),
    clientAddress: () => '198.51.100.7',
    rateLimits: createRateLimits({ database, enabled: rateLimits }),
    shop: {
      siteUrl: 'https://market.test',
      supportMailbox: 'help@market.test',
      gateway: 'local',
      askBank,
      cell,
      codes: testCodes,
    },
    reportFault,
  })
}
