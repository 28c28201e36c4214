import { checkCircle } from '#domain/ajo/circle.ts'
import { nairaToKobo } from '#domain/money.ts'
import { refuse } from '#domain/refusal.ts'
import { isInDefault } from '#server/ajo-accounts/is-in-default.ts'
import type { Command } from '#server/command.ts'

/** Sets up a circle with its rules, which never change. The caller takes the first seat. */
export const createCircle: Command<'create-ajo-circle'> = {
  name: 'create-ajo-circle',
  who: 'signed-in',
  personal: true,
  limit: { tries: 10, windowSeconds: 3600 },
  fields: ['name', 'kind', 'monthly', 'seats', 'months', 'due_day'],
  check: checkCircle,
  async run({ input, caller, tx }) {
    await tx.query(`select public.caused_by('buyer')`)
    const monthlyKobo = nairaToKobo(input.monthly)
    const { rows: settings } = await tx.query<{
      is_on: boolean
      least_kobo: bigint
      most_kobo: bigint
      is_confirmed: boolean
    }>(
      `select public.is_ajo_open($2) as is_on, public.whole_setting('ajo_least_naira') * 100::bigint as least_kobo,
         public.whole_setting('ajo_most_naira') * 100::bigint as most_kobo,
         rights.is_confirmed($1) as is_confirmed`,
      [caller.userId, input.kind],
    )
    const [limits] = settings
    if (!limits?.is_on) return refuse('not_found')
    if (!limits.is_confirmed) return refuse('contact_not_confirmed')
    if (monthlyKobo < limits.least_kobo || monthlyKobo > limits.most_kobo) return refuse('sum_out_of_bounds')
    if (await isInDefault(tx, caller.userId ?? '')) return refuse('circle_defaulted')
    const { rows } = await tx.query<{ circle_id: string; invitation: string }>(
      `insert into public.ajo_circles (name, monthly_kobo, seats, months, due_day, starter_id, kind) values ($1, $2, $3, $4, $5, $6, $7)
       returning id as circle_id, invitation`,
      [input.name, monthlyKobo, input.seats, input.months, input.due_day, caller.userId, input.kind],
    )
    const [circle] = rows
    if (!circle) throw new Error('An insert returns its row')
    await tx.query('insert into public.ajo_members (circle_id, person_id) values ($1, $2)', [
      circle.circle_id,
      caller.userId,
    ])
    return circle
  },
}
