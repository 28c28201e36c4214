import { useLingui } from '@lingui/react'
import { data, Form, redirect, useNavigation } from 'react-router'
import { periodTexts } from '#domain/cycles/cycle-texts.ts'
import { cycleRefusals } from '#domain/cycles/refusals.ts'
import { checkStandingOrder } from '#domain/cycles/standing-order.ts'
import { koboToNaira, nairaToKobo } from '#domain/money.ts'
import { payAtPrice } from '#domain/orders/amounts.ts'
import { STANDING_ORDERS_PATH } from '#domain/texts/paths.ts'
import { apiContext } from '#web/context.ts'
import { keepInputOffline, readForm, reject, rejectCommand } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { day, kobo, moment } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/standing-order.ts'
import { type OwnStandingOrder, type RepeatingBuy, readRepeatingBuy, readStandingOrder } from './queries.ts'
import { LastRound, nextText } from './standing-texts.tsx'
import { changeByForm, StandingTools } from './standing-tools.tsx'

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [cycle, order] = await Promise.all([readRepeatingBuy(api, params.cycle), readStandingOrder(api, params.cycle)])
  if (!cycle) throw data(cycleRefusals.missing.cycle_not_found, { status: 404 })
  return { cycle, order, key: crypto.randomUUID() }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await readForm(request)
  if (form.field('intent') === 'change') return changeByForm(api, form)
  const checked = checkStandingOrder({ ...form.values, cycle_id: params.cycle })
  if (!checked.ok) return reject(form, { errors: checked.errors })
  const saved = await api.command('save-standing-order', checked.value, form.key)
  return saved.ok ? redirect(`${STANDING_ORDERS_PATH}?done=saved`) : rejectCommand(form, saved)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** Sets up the same order for every round of a cycle, or changes it. */
export default function StandingOrder({ loaderData: { cycle, order, key }, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  return (
    <>
      <PageHeading lead={i18n.t('{product} from {shop}', { product: cycle.product_name, shop: cycle.shop })}>
        {cycle.period === 'week' ? i18n.t('The same every week') : i18n.t('The same every month')}
      </PageHeading>
      <OutcomeNotice outcome={actionData} />
      <div className="grid max-w-140 gap-6">
        {order && (
          <section aria-label={i18n.t('Your standing order')} className="grid gap-2">
            <Notice tone={order.status === 'active' ? 'info' : 'warning'}>{nextText(i18n, order)}</Notice>
            <LastRound order={order} />
            <StandingTools order={order} />
          </section>
        )}
        <p>{roundText(i18n.t(periodTexts[cycle.period]), cycle, i18n)}</p>
        <StandingForm cycle={cycle} order={order} sendKey={key} result={actionData} />
        <div>
          <LinkButton to={`/group-buys/${cycle.group_buy_id}`} tone="plain">
            {i18n.t('See the latest round')}
          </LinkButton>
        </div>
      </div>
    </>
  )
}

type I18n = ReturnType<typeof useLingui>['i18n']

function roundText(period: string, cycle: RepeatingBuy, i18n: I18n): string {
  if (cycle.status === 'paused') return i18n.t('The shop repeats it {period}, and has paused it now.', { period })
  return i18n.t('The shop repeats it {period}. The next round closes on {moment} and is shared on {day}.', {
    period,
    moment: moment(cycle.next_end_date),
    day: day(cycle.next_share_date),
  })
}

/** The most that this many units cost at the price of the latest round, with the fee. */
const mostNow = (cycle: RepeatingBuy, quantity: number): bigint =>
  payAtPrice(cycle, { priceKobo: nairaToKobo(cycle.ceiling_price), quantity })

interface StandingFormProps {
  cycle: RepeatingBuy
  order: OwnStandingOrder | null
  sendKey: string
  result: Route.ComponentProps['actionData']
}

function StandingForm({ cycle, order, sendKey, result }: StandingFormProps) {
  const { i18n } = useLingui()
  const busy = useNavigation().formData?.get('intent') === 'save'
  const { form, field } = useFormFields(result)
  const least = cycle.min_quantity
  const most = order ? BigInt(order.most_kobo) : mostNow(cycle, least)
  return (
    <Form ref={form} method="post" noValidate className="grid gap-4">
      <input type="hidden" name="key" value={sendKey} />
      <TextField
        label={i18n.t('How many in each round ({unit})', { unit: cycle.unit })}
        {...field('quantity', String(order?.quantity ?? least))}
        required
        inputMode="numeric"
        type="number"
        min={least}
        max={cycle.max_quantity ?? undefined}
      />
      <TextField
        label={i18n.t('The most you pay for a round')}
        {...field('most', koboToNaira(most).replace(/\.00$/, ''))}
        required
        prefix="₦"
        inputMode="decimal"
        hint={i18n.t('With the fee, without delivery. Last round: at most {naira} for one {unit}.', {
          naira: kobo(mostNow(cycle, 1)),
          unit: cycle.unit,
        })}
      />
      <SelectField
        label={i18n.t('When a round opens')}
        {...field('mode', order?.mode ?? 'ask')}
        options={[
          { value: 'ask', label: i18n.t('Ask me first') },
          { value: 'join', label: i18n.t('Join for me, up to this sum') },
        ]}
        hint={i18n.t(
          'You pay each round yourself, by the link that we send you. An order that is not paid in time expires.',
        )}
      />
      <Button name="intent" value="save" className="justify-self-start" busy={busy} busyLabel={i18n.t('Saving')}>
        {order ? i18n.t('Change it') : i18n.t('Order it each time')}
      </Button>
    </Form>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Standing orders'), i18n.t('The same in every round of a group buy.'))
}

export const ErrorBoundary = notFoundBoundary({
  title: cycleRefusals.missing.cycle_not_found,
  lead: /*i18n*/ 'The shop may have ended it. What you have ordered already stays.',
  back: /*i18n*/ 'Your standing orders',
  to: STANDING_ORDERS_PATH,
})
