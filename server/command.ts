import type pg from 'pg'
import type { CommandInput, CommandName, CommandOutput } from '#api/commands.ts'
import type { Checked } from '#domain/forms/validation.ts'
import type { AccountLookup } from '#domain/payouts/bank-account.ts'
import type { Refusal } from '#domain/refusal.ts'
import type { TextChannel } from '#domain/text-messages/text-channels.ts'
import type { Database, Identity } from '#platform/postgres/database.ts'
import type { Limit, RateLimits } from '#platform/rate-limits/rate-limits.ts'
import type { Codes } from './hand-overs/codes/codes.ts'

/** The caller, identified from API key and access token. */
export interface Caller {
  /** Null for anonymous callers and for the secret key. */
  userId: string | null
  role: string
  /** The client's network address, for rate limits. */
  address: string
  /** Claims of the access token. */
  claims: Identity['claims']
}

export function toCaller({ role, claims }: Identity, address: string): Caller {
  return { userId: typeof claims.sub === 'string' ? claims.sub : null, role, address, claims }
}

/** Configuration and services that every command may use in addition to its transaction. */
export interface CommandContext {
  /** Origin of the site, for links in mails. */
  siteUrl: string
  /** Address that receives contact messages. */
  supportMailbox: string
  /** Name of the payment gateway: `paystack` or `local`. */
  gateway: string
  /** Number of this market's cell; null if it is the only market. */
  cell: number | null
  /** Channels by which people may get notices that cost money. */
  textChannels: readonly TextChannel[]
  /** Whether people can sign in with a phone number. */
  signsInByPhone: boolean
  /** Derives and verifies hand-over codes. */
  codes: Codes
  /** Looks up the account holder's name at the gateway. */
  resolveAccount: (account: AccountToResolve) => Promise<AccountLookup>
}

interface AccountToResolve {
  bankCode: string
  accountNumber: string
}

export interface CommandCall<Input> {
  input: Input
  caller: Caller
  /** A transaction as service_role; a refusal or a fault rolls it back. */
  tx: pg.PoolClient
  context: CommandContext
  /** Result of the look-up of `accountToResolve`. */
  accountLookup?: AccountLookup | undefined
}

/** A queued call that will run in a batch. */
export interface BatchedCall<Input> {
  input: Input
  userId: string
  claims: Identity['claims']
  /** Null if the client sent no Idempotency-Key. */
  key: IdempotencyKey | null
  /** Rate limits that the call is counted against. */
  limits: Limit[]
}

/** An Idempotency-Key with the route and body that it was sent with. */
interface IdempotencyKey {
  key: string
  /** As in `withIdempotency`. */
  route: string
  body: unknown
}

/** The transaction may have committed: the caller receives the error, and the call is not retried. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
  constructor(cause: unknown) {
    super('The commit was sent, and no response was received', { cause })
  }
}

/** The result that one caller asked for could not be read. The whole batch was rolled back. */
export class ResultUnreadable extends Error {
  override readonly name = 'ResultUnreadable'
  constructor(cause: unknown) {
    super('The result of one call in the batch could not be read', { cause })
  }
}

/** Runs queued calls of a command together in one transaction (docs/decisions/0051). */
interface CommandBatch<Input> {
  /** Id of the row that the call locks; '' if it names none, and then it runs on its own. */
  lockKey: (input: Input) => string
  /**
   * Returns one result per call, as JSON text, or a refusal of that call alone. A batch has at most one call per user.
   * If it throws anything but `OutcomeUnknown`, nothing was committed.
   */
  run: (calls: readonly BatchedCall<Input>[], deps: BatchDeps) => Promise<(string | Refusal)[]>
}

export interface BatchDeps {
  database: Pick<Database, 'as'>
  rateLimits: Pick<RateLimits, 'takeEach'>
  context: CommandContext
  /**
   * Call it once the rows are locked: the next batch may then queue for the lock in the database and follow without a
   * pause.
   */
  startNextBatch: () => void
}

export interface Command<Name extends CommandName> {
  name: Name
  who: 'anyone' | 'signed-in' | 'secret-key'
  /** Users do it for themselves, whatever their role: staff may do it before they have set up a second factor. */
  personal?: true
  /**
   * It ends the caller's session, so a retry arrives with a token of an ended session: tokens are accepted, and a first
   * call checks the session's row.
   */
  endsOwnSession?: true
  /**
   * Its response contains secrets that must not be stored: a retry runs again instead of replaying the stored response.
   */
  returnsSecrets?: true
  /** If the site uses a captcha, the request must carry its token as `captcha_token`. */
  requiresCaptcha?: true
  /**
   * The bank account whose holder is looked up first, null for none: before the transaction, so that it never waits for
   * the gateway.
   */
  accountToResolve?: (input: CommandInput<Name>) => AccountToResolve | null
  /** Calls per window, counted per user or, if anonymous, per network address. */
  limit: { tries: number; windowSeconds: number }
  /** The fields that the command accepts. Any other field is rejected, so that forged ones are noticed. */
  fields: readonly (keyof CommandInput<Name> & string)[]
  check: (raw: Readonly<Record<string, unknown>>) => Checked<CommandInput<Name>>
  run: (call: CommandCall<CommandInput<Name>>) => Promise<CommandOutput<Name> | Refusal>
  /** Runs queued calls together. `run` is the fallback for a call that cannot be batched. */
  batch?: CommandBatch<CommandInput<Name>>
}

/** Any command, as the HTTP handler handles it. */
export type AnyCommand = { [Name in CommandName]: Command<Name> }[CommandName]

export const PER_MINUTE = { windowSeconds: 60 }
