import type { I18n } from '@lingui/core'
import type { Api } from '#api/api.ts'
import { brand } from '#domain/brand/brand.ts'
import { extensionText, PAY_ONLY_HERE } from '#domain/group-buys/selling/broadcast-messages.ts'
import { HIDDEN_TEXT } from '#domain/messages/reports.ts'
import { translate } from '#web/languages/translate.ts'
import { staticMarkup } from '#web/rendering/static-markup.server.tsx'
import { moment } from '#web/ui/format.ts'

const SHOWN = 5

/** The last messages of the shop to the viewer about this buy, as HTML without scripts; empty without any. */
export async function shopMessagesHtml(
  api: Api,
  buyId: string,
  { userId, i18n }: { userId: string | null; i18n: I18n },
): Promise<string> {
  if (!userId) return ''
  const { data } = await api.tables
    .from('buy_broadcasts')
    .select(
      'id, body, by_staff, end_date, former_share_date, share_date, created_at, recipients:buy_broadcast_recipients!inner(person_id)',
    )
    .eq('group_buy_id', buyId)
    .eq('recipients.person_id', userId)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(SHOWN)
  if (!data || data.length === 0) return ''
  const messages = (
    <section aria-labelledby="from-the-shop" className="border-t border-grain pt-3">
      <h3 id="from-the-shop" className="mb-2 text-16 font-semibold">
        {i18n.t('From the shop')}
      </h3>
      <ul className="grid gap-3">
        {data.map((message) => (
          <li key={message.id}>
            <p className="text-14 text-soft">
              {message.by_staff && `${brand.name}, `}
              {moment(message.created_at)}
            </p>
            <p className="break-words whitespace-pre-line">
              {message.body === null
                ? datesText(message, i18n)
                : message.body === HIDDEN_TEXT
                  ? i18n.t(HIDDEN_TEXT)
                  : message.body}
            </p>
            {message.body !== null && message.body !== HIDDEN_TEXT && (
              <a
                href={`/account/messages/report?broadcast=${message.id}`}
                className="text-14 text-soft underline underline-offset-4"
              >
                {i18n.t('Report')}
              </a>
            )}
          </li>
        ))}
      </ul>
      {data.some(({ body }) => body !== null) && <p className="mt-2 text-14 text-soft">{i18n.t(PAY_ONLY_HERE)}</p>}
    </section>
  )
  return staticMarkup(messages, { i18n, shell: { area: null, savesData: false } })
}

interface MovedDates {
  end_date: string | null
  former_share_date: string | null
  share_date: string | null
}

function datesText({ end_date: end, former_share_date: former, share_date: day }: MovedDates, i18n: I18n): string {
  if (!end || !day) return ''
  return translate(i18n, extensionText({ endDate: new Date(end), shareDate: day, keepsShareDate: former === day }))
}
