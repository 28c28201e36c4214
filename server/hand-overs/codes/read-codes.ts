import type pg from 'pg'
import type { CollectionCode } from '#api/commands/hand-overs.ts'
import { checkFields } from '#domain/forms/validation.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { type Codes, digitsOf, ensureOwnCode, readActiveCodes, tokenOf } from './codes.ts'

/** Returns the codes of all goods that the caller has to collect. */
export const readCodes: Command<'read-codes'> = {
  name: 'read-codes',
  who: 'signed-in',
  personal: true,
  returnsSecrets: true,
  limit: { tries: 120, ...PER_MINUTE },
  fields: [],
  check: (raw) => checkFields(raw, {}),
  async run({ caller, tx, context }) {
    // A code may be created here, which requires the order's lock.
    await tx.query(`select from public.orders where user_id = $1 and status = 'ready' order by id for no key update`, [
      caller.userId,
    ])
    const { rows } = await tx.query<CodeRow>(READ, [caller.userId])
    const codes: CollectionCode[] = []
    for (const row of rows) codes.push(await withCodes(tx, context.codes, row))
    return { codes }
  },
}

type CodeRow = Omit<CollectionCode, 'code' | 'token' | 'nominee' | 'lines' | 'due_from' | 'due_until'> & {
  due_from: Date
  due_until: Date | null
  lines: CollectionCode['lines'] | null
}

async function withCodes(tx: pg.ClientBase, codes: Codes, row: CodeRow): Promise<CollectionCode> {
  const code = await ensureOwnCode(tx, codes, row.hand_over_id)
  const active = await readActiveCodes(tx, row.hand_over_id)
  const own = active.find(({ nominee }) => nominee === null)
  const nominated = active.find(({ nominee }) => nominee !== null)
  return {
    ...row,
    lines: row.lines ?? [],
    due_from: row.due_from.toISOString(),
    due_until: row.due_until?.toISOString() ?? null,
    code,
    token: own ? tokenOf(codes, own) : null,
    nominee: nominated?.nominee
      ? { name: nominated.nominee, code: digitsOf(codes, nominated), token: tokenOf(codes, nominated) }
      : null,
  }
}

const READ = `
  select h.id as hand_over_id, o.id as order_id, o.order_no::integer, h.kind, h.due_from, h.due_until, v.business_name as shop_name,
    case when p.id is null then jsonb_build_object('name', v.business_name, 'address', coalesce(nullif(d.address, ''), v.location), 'instructions', '', 'opening_hours', '[]'::jsonb)
      else jsonb_build_object('name', p.name, 'address', p.street || ', ' || p.lga || ', ' || p.state, 'instructions', p.instructions, 'opening_hours', p.opening_hours) end as place,
    (select jsonb_agg(jsonb_build_object('name', l.product_name, 'unit', l.unit, 'quantity', u.quantity) order by l.product_name)
      from public.units_left(o.id) u join public.order_lines l on l.id = u.line_id where u.quantity > 0) as lines
  from public.hand_overs h join public.orders o on o.id = h.order_id join public.vendors v on v.id = o.vendor_id
    left join public.vendor_details d on d.vendor_id = v.id left join public.pickup_points p on p.id = h.pickup_point_id
  where o.user_id = $1 and h.status = 'open' and o.status = 'ready' order by h.due_until nulls last, o.order_no`
