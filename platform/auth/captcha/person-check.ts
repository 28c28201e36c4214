import type { Database } from '#platform/postgres/database.ts'
import { AUTH_ADMIN } from '../auth.ts'
import { isFirstUse } from '../used-proofs.ts'
import { type Captcha, passesCaptcha } from './captcha.ts'

interface PersonCheckDependencies {
  captcha: Captcha
  database: Pick<Database, 'as'>
  reportFault(error: unknown): void
}

/** Verifies the token of a call outside the auth service: the same test, and a token counts once across both. */
export type PersonCheck = (sent: { token: string; address: string }) => Promise<boolean>

export function createPersonCheck({ captcha, database, reportFault }: PersonCheckDependencies): PersonCheck {
  const judge = {
    captcha,
    reportFault,
    isFirstUse: (proof: Parameters<typeof isFirstUse>[1]) => database.as(AUTH_ADMIN, (tx) => isFirstUse(tx, proof)),
  }
  return (sent) => passesCaptcha(judge, sent)
}
