import { firstStepsTexts } from '#domain/mails/first-steps.ts'
import { rateText } from '#domain/settings/settings.ts'
import type { Database } from '#platform/postgres/database.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import { sendTemplated } from './send-templated.ts'

/** Sends the welcome mail, once per person, after confirmation. People without an e-mail address get none. */
export async function sendWelcomeMail(database: Database, siteUrl: string, payload: unknown): Promise<void> {
  const userId = (payload as { user_id?: string }).user_id
  await database.as(SERVICE, async (tx) => {
    const { rows } = await tx.query<{ email: string | null; referral_code: string | null; rate: number }>(
      `select rights.email_of(id) as email, referral_code, public.whole_setting('referral_bps') as rate from public.profiles where id = $1
         and not exists (select from public.email_logs l join public.email_templates t on t.id = l.template_id
           where l.user_id = $1 and t.type = 'welcome')`,
      [userId],
    )
    const person = rows[0]
    if (!person?.email || !userId) return
    await sendTemplated(tx, {
      type: 'welcome',
      recipient: person.email,
      userId,
      data: {
        steps: firstStepsTexts,
        referral_code: person.referral_code ?? '',
        referral_reward: rateText(person.rate),
      },
      siteUrl,
    })
  })
}
