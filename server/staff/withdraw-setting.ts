import { moment } from '#domain/forms/times.ts'
import { checkFields, text } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { isRate, rateText } from '#domain/settings/settings.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { notifyOfRateChange } from './notify-of-rate-change.ts'

/** A chief withdraws a planned value before its day. The database refuses it afterwards, by its own clock. */
export const withdrawSetting: Command<'withdraw-setting'> = {
  name: 'withdraw-setting',
  who: 'signed-in',
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['key', 'effective_from'],
  check: (raw) =>
    checkFields(raw, {
      key: text({ label: 'Setting', max: 60 }),
      effective_from: moment({ label: 'Day' }),
    }),
  async run({ input, caller, tx, context }) {
    const { rows: chiefs } = await tx.query<{ is_chief: boolean; now_is: unknown }>(
      `select exists (select from public.profiles where id = $1 and role = 'chief') as is_chief, public.setting($2) as now_is`,
      [caller.userId, input.key],
    )
    if (!chiefs[0]?.is_chief) return refuse('not_allowed')
    // The request's timestamp has millisecond precision.
    const { rows } = await tx.query<{ value: unknown; effective_from: Date; is_announced: boolean }>(
      `update public.settings set withdrawn_at = clock_timestamp(), withdrawn_by = $3
       where key = $1 and date_trunc('milliseconds', effective_from) = $2 and effective_from > '-infinity' returning value, effective_from, notified_at is not null as is_announced`,
      [input.key, input.effective_from, caller.userId],
    )
    const plan = rows[0]
    if (!plan) return refuse('not_found')
    const from = plan.effective_from
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'setting.withdraw',
      subject: { type: 'setting', id: null },
      before: { [input.key]: plan.value, effective_from: from.toISOString() },
    })
    // Within the hour no user has been notified of the plan, so no notification is needed.
    if (isRate(input.key) && plan.is_announced) {
      await notifyOfRateChange(tx, {
        key: input.key,
        from,
        siteUrl: context.siteUrl,
        isWithdrawn: true,
        note: '',
        was: rateText(Number(chiefs[0].now_is)),
        becomes: rateText(Number(plan.value)),
      })
    }
    return { key: input.key, effective_from: input.effective_from }
  },
}
