import type pg from 'pg'
import type { CommandInput, CommandName, CommandOutput } from '#api/commands.ts'
import type { BankSays } from '#domain/payouts/bank-account.ts'
import type { Refusal } from '#domain/refusal.ts'
import type { Checked } from '#domain/validation.ts'
import type { Database, Identity } from '#platform/postgres/database.ts'
import type { Limit, RateLimits } from '#platform/rate-limits/rate-limits.ts'
import type { Codes } from './hand-overs/codes.ts'

/** The caller, identified from key and token. */
export interface Caller {
  /** Null for visitors and for the secret key. */
  userId: string | null
  role: string
  /** The client's network address, for limits. */
  address: string
  /** Of the session's token. */
  claims: Identity['claims']
}

export function callerOf({ role, claims }: Identity, address: string): Caller {
  return { userId: typeof claims.sub === 'string' ? claims.sub : null, role, address, claims }
}

/** What every command may use in addition to its transaction. */
export interface Shop {
  /** Origin of the site, for links in mails. */
  siteUrl: string
  /** Where contact messages go. */
  supportMailbox: string
  /** Takes naira: `paystack` or `local`. */
  gateway: string
  /** The market's cell; null where it is the only market. */
  cell: number | null
  /** Makes and knows codes of hand-overs. */
  codes: Codes
  /** Asks the gateway whose account that is. */
  askBank: (account: AccountToAsk) => Promise<BankSays>
}

interface AccountToAsk {
  bankCode: string
  accountNumber: string
}

export interface Call<Input> {
  input: Input
  caller: Caller
  /** A transaction as service_role; a refusal or a fault rolls it back. */
  tx: pg.PoolClient
  shop: Shop
  /** What the bank says of the account that `asksBank` names. */
  bankSays?: BankSays | undefined
}

/** A call that waits to be done with others. */
export interface TogetherCall<Input> {
  input: Input
  userId: string
  claims: Identity['claims']
  /** The client-made key of this act and what it stands for; null when the client sent none. */
  key: ActKey | null
  /** What is counted for it. */
  limits: Limit[]
}

/** One act of a person: a key, of that call, with that body. */
interface ActKey {
  key: string
  /** Names the call, as `withIdempotency` does. */
  route: string
  body: unknown
}

/** What was done may stand: whoever asked is told of the fault, and nothing is tried again for them. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
  constructor(cause: unknown) {
    super('The commit was sent and not answered', { cause })
  }
}

/** What one of the callers wanted to be shown cannot be read. Nothing was done for anybody. */
export class NotShown extends Error {
  override readonly name = 'NotShown'
  constructor(cause: unknown) {
    super('The answer of one call could not be read', { cause })
  }
}

/** How calls that wait at the same time are done in one transaction (docs/decisions/0051). */
interface Together<Input> {
  /** The id of the row that its calls stand in line for; '' if the call names none, which is then done by itself. */
  lockedBy: (input: Input) => string
  /** One answer each, as JSON text, or a refusal that concerns nobody else. At most one call of each person. If it throws anything but `OutcomeUnknown`, nothing was done. */
  run: (calls: readonly TogetherCall<Input>[], deps: TogetherDeps) => Promise<(string | Refusal)[]>
}

export interface TogetherDeps {
  database: Pick<Database, 'as'>
  rateLimits: Pick<RateLimits, 'takeEach'>
  shop: Shop
  /** To be called once the rows are locked: the next batch may then wait for them in the database, so that it follows without a pause. */
  letNextIn: () => void
}

export interface Command<Name extends CommandName> {
  name: Name
  who: 'anyone' | 'signed-in' | 'secret-key'
  /** What people do for themselves whatever their role: staff may do it before they have set up a second factor. */
  personal?: true
  /** Its retry comes from a session that it has ended: a token counts, and what is done anew asks the session's own row. */
  endsOwnSession?: true
  /** Its answer holds what is kept nowhere: a retry is run again, and not answered from what was kept. */
  tellsSecrets?: true
  /** Where the site asks for a captcha, its token comes along as `captcha_token`. */
  asksPerson?: true
  /** The bank account whose name is asked for first, null for none: outside the transaction, which would wait for the gateway. */
  asksBank?: (input: CommandInput<Name>) => AccountToAsk | null
  /** Calls per window, counted per person or, for visitors, per network address. */
  limit: { tries: number; windowSeconds: number }
  /** The fields the command accepts. Any other field is refused, so that forged ones are noticed. */
  fields: readonly (keyof CommandInput<Name> & string)[]
  check: (raw: Readonly<Record<string, unknown>>) => Checked<CommandInput<Name>>
  run: (call: Call<CommandInput<Name>>) => Promise<CommandOutput<Name> | Refusal>
  /** With what waits at the same time. `run` is what a call falls back to: a batch of one. */
  together?: Together<CommandInput<Name>>
}

/** Any command: what the door works with. */
export type AnyCommand = { [Name in CommandName]: Command<Name> }[CommandName]

export const PER_MINUTE = { windowSeconds: 60 }
