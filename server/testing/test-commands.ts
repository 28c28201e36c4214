import type { Database } from '#platform/postgres/database.ts'
import { createRateLimits } from '#platform/rate-limits/rate-limits.ts'
import { createFunctionsHandler } from '#server/calls/functions.ts'
import type { CommandContext } from '#server/command.ts'
import { commands } from '#server/features.ts'
import { createCodes } from '#server/hand-overs/codes/codes.ts'

/** Derived from the same secret key as those of the test wire. */
export const testCodes = createCodes('sb_secret_test_key_000000000000000000')

interface TestCommandOptions {
  reportFault: (fault: unknown) => void
  rateLimits?: boolean
  resolveAccount?: CommandContext['resolveAccount']
  cell?: number | null
}

/**
 * Creates the commands' HTTP handler; the headers `x-test-person`, `x-test-role` and `x-test-session` identify the
 * caller.
 */
export function createTestCommands(
  database: Database,
  {
    reportFault,
    rateLimits = false,
    resolveAccount = async () => ({ kind: 'no_answer' }),
    cell = null,
  }: TestCommandOptions,
) {
  return createFunctionsHandler({
    commands,
    database,
    identify: async (request) => {
      const sub = request.headers.get('x-test-person')
      const role = request.headers.get('x-test-role') ?? (sub ? 'authenticated' : 'anon')
      const session_id = request.headers.get('x-test-session')
      const aal = request.headers.get('x-test-aal')
      return { role, claims: sub ? { sub, role, ...(session_id && { session_id }), ...(aal && { aal }) } : { role } }
    },
    readBody: (request) => request.json(),
    clientAddress: () => '198.51.100.7',
    rateLimits: createRateLimits({ database, enabled: rateLimits }),
    context: {
      siteUrl: 'https://market.test',
      supportMailbox: 'help@market.test',
      gateway: 'local',
      resolveAccount,
      cell,
      codes: testCodes,
      textChannels: ['sms', 'whatsapp'],
      signsInByPhone: true,
    },
    reportFault,
  })
}
