import type { OrderRow } from '#api/commands/orders.ts'
import { uuidText } from '#domain/forms/validation.ts'
import { type Refusal as DomainRefusal, isRefusal, refuse } from '#domain/refusal.ts'
import { tableTexts } from '#domain/texts/table-texts.ts'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import { readIdempotencyKey, withIdempotency } from '#platform/http/idempotency.ts'
import { NoFreeConnection } from '#platform/postgres/connections/connection-pools.ts'
import type { Limit } from '#platform/rate-limits/rate-limits.ts'
import { tooManyWrites } from '#platform/tables/errors/errors.ts'
import { type Interceptor, namesRows, type Refusal, soleEquality, type Written } from '#platform/tables/interceptors.ts'
import type { WriteRequest } from '#platform/tables/settings.ts'
import { requireActiveSession } from '#server/accounts/session-status.ts'
import { setRole } from '#server/accounts/set-role.ts'
import { type AnyCommand, toCaller } from '#server/command.ts'
import { createOrder, parseOrderInsert } from '#server/group-buys/joining/create-order.ts'
import { joinGroupBuy } from '#server/group-buys/joining/join-group-buy.ts'
import type { JoinRequest } from '#server/group-buys/joining/join-request.ts'
import { databaseRefusal, httpStatus, RefusalError, unreadableKeyRefusal } from '#server/refusal-error.ts'
import type { CommandBatcher } from './batch-commands.ts'
import type { FunctionsDeps } from './call.ts'

type Write = Parameters<Interceptor['run']>[0]

/**
 * Routes table writes of the specification that create orders or change roles to commands, and rejects writes that
 * could match more rows than their sender meant.
 */
export function tableInterceptors(deps: FunctionsDeps, batches: ReadonlyMap<string, CommandBatcher>): Interceptor[] {
  const joins = batches.get(joinGroupBuy.name)
  return [
    {
      method: 'POST',
      table: 'orders',
      run: (write) => runAsCommand(write, () => postOrder(write, deps), joinGroupBuy),
      ...(joins && { runBatched: (write) => postOrderBatched(write, joins) }),
    },
    {
      method: 'PATCH',
      table: 'profiles',
      applies: ({ rows }) => changesRole(rows),
      run: (write) => runAsCommand(write, () => patchRole(write, deps), setRole),
    },
    {
      method: 'DELETE',
      table: 'products',
      applies: ({ filters }) => soleEquality(filters, 'id') === undefined,
      run: async () => ({ status: 400, code: 'PT400', message: tableTexts.oneProductAtATime }),
    },
    ...(Object.keys(STAFF_TABLES) as (keyof typeof STAFF_TABLES)[]).flatMap(requireKeyFilter),
  ]
}

/**
 * Rate limits of one user's table writes, and of the command that handles the write. They are counted before the
 * transaction, because a refusal rolls it back and must still count. Anonymous callers may not write at all and have no
 * limits.
 */
export function writeLimits({ identity, method, table, rows }: WriteRequest): Limit[] {
  const { sub } = identity.claims
  if (typeof sub !== 'string') return []
  const all = { key: `write:${sub}`, tries: 100, windowSeconds: 60 }
  const command =
    method === 'POST' && table === 'orders'
      ? joinGroupBuy
      : method === 'PATCH' && table === 'profiles' && changesRole(rows)
        ? setRole
        : null
  return command ? [all, { key: `command:${command.name}:${sub}`, ...command.limit }] : [all]
}

const changesRole = (rows: WriteRequest['rows']) => rows.some((row) => 'role' in row)

/** Tables that staff edit, with the columns that identify a row. The secret key may write with any filter. */
const STAFF_TABLES = {
  featured_deals: ['id'],
  advertisements: ['id'],
  banners: ['id'],
  email_templates: ['id', 'type'],
  blog_categories: ['id', 'slug'],
  blog_tags: ['id', 'slug'],
  blog_posts: ['id', 'slug'],
  blog_post_tags: ['post_id'],
  public_holidays: ['date'],
} as const

/**
 * Requires a filter on a key column for PATCH and DELETE: a filter that matches every row would empty a table by
 * mistake.
 */
function requireKeyFilter(table: keyof typeof STAFF_TABLES): Interceptor[] {
  const keys = STAFF_TABLES[table]
  return (['PATCH', 'DELETE'] as const).map((method) => ({
    method,
    table,
    applies: ({ filters, identity }) =>
      identity.role !== 'service_role' && filters.length > 0 && !keys.some((key) => namesRows(filters, key)),
    run: async () => ({ status: 400, code: 'PT400', message: tableTexts.nameTheRows(keys[0]) }),
  }))
}

/**
 * Runs `work` as the service on behalf of the caller, and maps refusals and database errors to the table API's errors.
 */
async function runAsCommand(
  write: Write,
  work: () => Promise<Written>,
  command: Pick<AnyCommand, 'personal'>,
): Promise<Written | Refusal> {
  const { sub } = write.identity.claims
  if (typeof sub !== 'string') return tableRefusal(refuse('sign_in_required'))
  await write.tx.query(`select set_config('request.jwt.claims', $1, true)`, [
    JSON.stringify({ role: 'service_role', act: sub }),
  ])
  try {
    await requireActiveSession(write.tx, write.identity.claims, command)
    return await work()
  } catch (error) {
    if (error instanceof RefusalError) return tableRefusal(error.refusal)
    const guarded = databaseRefusal(error)
    if (guarded) return tableRefusal(guarded)
    throw error
  }
}

async function postOrder(write: Write, deps: FunctionsDeps): Promise<Written> {
  const [row, ...more] = write.rows
  if (!row || more.length > 0) throw new RefusalError(refuse('invalid_input', { message: 'Send one order.' }))
  const caller = toCaller(write.identity, deps.clientAddress(write.request))
  const idempotencyKey = readIdempotencyKey(write.request.headers)
  if (idempotencyKey === undefined) throw new RefusalError(unreadableKeyRefusal())
  const id = row.id === undefined || row.id === null ? null : uuidText(row.id)
  const actor = caller.userId ?? ''
  // An order id is an idempotency key of its own; an Idempotency-Key header is honoured as well.
  const keys = [
    idempotencyKey && { route: POST_ORDERS, key: idempotencyKey },
    id && { route: 'POST orders by id', key: id },
  ].filter(isKey)
  const work = async () => ({
    status: 201,
    answer: await createOrder(write.tx, row, { caller, siteUrl: deps.context.siteUrl }),
  })
  const { answer } = await keys.reduceRight<typeof work>((inner, { route, key }) => {
    return async () => {
      const done = await withIdempotency(write.tx, { actor, route, key, body: row }, inner)
      if (done.outcome === 'refused') throw new RefusalError(refuse('idempotency_key_reused'))
      return { status: done.status, answer: done.answer as OrderRow }
    }
  }, work)()
  return { keys: [{ id: answer.id }] }
}

/**
 * Queues the order with other joins (docs/decisions/0051), under the same rate limits. Returns undefined if it cannot
 * be batched: an order with a client-made id, or one that would be refused before any query.
 */
async function postOrderBatched(
  { identity, request, rows, show }: Parameters<NonNullable<Interceptor['runBatched']>>[0],
  joins: CommandBatcher,
): Promise<Written | Refusal | undefined> {
  const { claims, role } = identity
  const [row, ...more] = rows
  const userId = uuidText(claims.sub)
  const idempotencyKey = readIdempotencyKey(request.headers)
  if (!row || more.length > 0 || role !== 'authenticated' || userId === '' || userId !== claims.sub) return undefined
  const order = parseOrderInsert(row)
  if (isRefusal(order) || order.orderId || order.buyId === '' || idempotencyKey === undefined) return undefined
  const input: JoinRequest = {
    group_buy_id: order.buyId,
    quantity: order.quantity,
    accept: order.accept,
    asOrder: { readRepresentation: show && ((tx, id) => show(tx, { id })) },
  }
  const key = idempotencyKey === null ? null : { key: idempotencyKey, route: POST_ORDERS, body: row }
  const limits = writeLimits({ identity, method: 'POST', table: 'orders', rows })
  const outcome = await joins({ call: { input, userId, claims, key, limits }, request })
  if (!outcome) throw new NoFreeConnection('The queue of joins is full')
  if (outcome.kind === 'failed') throw outcome.fault
  if (outcome.kind !== 'answered') return undefined
  const { answer } = outcome
  if (typeof answer === 'string') return { keys: [{ id: (JSON.parse(answer) as OrderRow).id }] }
  if (answer.code === 'too_many_requests') throw tooManyWrites()
  return tableRefusal(order.rewordRefusal(answer))
}

/** Route name under which responses to idempotency keys are stored. */
const POST_ORDERS = 'POST orders'

const isKey = (key: string | null | { route: string; key: string }): key is { route: string; key: string } =>
  typeof key === 'object' && key !== null

async function patchRole(write: Write, deps: FunctionsDeps): Promise<Written> {
  const id = soleEquality(write.filters, 'id')
  const [row] = write.rows
  if (id === undefined) throw new RefusalError(refuse('invalid_input', { message: 'Name one person with id=eq.' }))
  if (!row || Object.keys(row).length !== 1)
    throw new RefusalError(refuse('not_allowed', { message: 'A role is changed alone.' }))
  const caller = toCaller(write.identity, deps.clientAddress(write.request))
  const checked = setRole.check({ user_id: id, role: row.role })
  if (!checked.ok) throw new RefusalError(refuse('select_user_and_role'))
  const key = readIdempotencyKey(write.request.headers)
  if (key === undefined) throw new RefusalError(unreadableKeyRefusal())
  const work = async () => {
    const outcome = await setRole.run({ input: checked.value, caller, tx: write.tx, context: deps.context })
    if (isRefusal(outcome)) throw new RefusalError(outcome)
    return { status: 204, answer: null }
  }
  if (key === null) await work()
  else {
    const call = { actor: caller.userId ?? '', route: 'PATCH profiles', key, body: checked.value }
    if ((await withIdempotency(write.tx, call, work)).outcome === 'refused')
      throw new RefusalError(refuse('idempotency_key_reused'))
  }
  return { keys: [{ id }] }
}

function tableRefusal(refusal: DomainRefusal): Refusal {
  const { code, message, details = null } = refusal
  return { status: httpStatus(refusal), code, message: formatInEnglish(message), details }
}
