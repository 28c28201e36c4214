import { checkFields, oneOf, text, uuid } from '#domain/forms/validation.ts'
import { CONFLICT_SETTLEMENTS } from '#domain/hand-overs/offline-act.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

/** Staff of the place record what became of goods whose hand-over did not count. No money depends on it. */
export const settleOfflineHandOver: Command<'settle-offline-hand-over'> = {
  name: 'settle-offline-hand-over',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['id', 'settlement', 'note'],
  check: (raw) =>
    checkFields(raw, {
      id: uuid('Hand-over'),
      settlement: oneOf({ label: 'what happened', among: CONFLICT_SETTLEMENTS }),
      note: text({ label: 'Note', min: 0, max: 300, lines: true }),
    }),
  async run({ input, caller, tx }) {
    const personId = caller.userId ?? ''
    await tx.query(
      `select from public.orders where id = (select h.order_id from public.offline_hand_overs f join public.hand_overs h on h.id = f.hand_over_id where f.id = $1) for no key update`,
      [input.id],
    )
    const { rows } = await tx.query<ConflictToSettle>(
      `select f.settled_at, h.status, h.order_id, o.order_no::integer, o.user_id, rights.minds_hand_over($2, h.id) as minds
       from public.offline_hand_overs f join public.hand_overs h on h.id = f.hand_over_id join public.orders o on o.id = h.order_id
       where f.id = $1 and f.conflict is not null`,
      [input.id, personId],
    )
    const [row] = rows
    if (!row?.minds) return refuse('not_found')
    if (row.user_id === personId) return refuse('own_goods')
    if (row.settled_at) return refuse('settled_already')
    if (input.settlement === 'handed-over' && row.status !== 'done') return refuse('not_handed_over')
    await tx.query(
      'update public.offline_hand_overs set settlement = $2, settled_at = clock_timestamp(), settled_by = $3, note = $4 where id = $1',
      [input.id, input.settlement, personId, input.note],
    )
    await recordAct(tx, {
      actorId: personId,
      action: 'hand-over.settle',
      subject: { type: 'order', id: row.order_id },
      after: { order_no: row.order_no, settlement: input.settlement, note: input.note },
    })
    return { id: input.id }
  },
}

interface ConflictToSettle {
  settled_at: Date | null
  status: string
  order_id: string
  order_no: number
  user_id: string
  minds: boolean
}
