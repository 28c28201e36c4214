import { useLingui } from '@lingui/react'
import { useEffect, useRef } from 'react'
import { Form, useNavigation, useRevalidator } from 'react-router'
import { countUnits } from '#domain/products/units.ts'
import { counted } from '#web/languages/counted.ts'
import { translate } from '#web/languages/translate.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { QuantityStepper } from '#web/ui/controls/quantity-stepper.tsx'
import { moment } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { OwnWait } from './queries.ts'
import type { WaitOutcome } from './wait.ts'

interface WaitingListProps {
  buy: { id: string; unit: string; product_name: string; waiting_people: number | null; current_quantity: number }
  own: OwnWait | null
  /** The quantities that one person may add. */
  limits: { min: number; max: number | null }
  signedIn: boolean
  outcome: WaitOutcome | null
}

/** The line of a full buy: how to wait, the viewer's place in it, or what is held for them now. */
export function WaitingList({ buy, own, limits, signedIn, outcome }: WaitingListProps) {
  const { i18n } = useLingui()
  const fault = outcome?.waitFault
  return (
    <div className="grid gap-3">
      {own ? (
        <OwnPlace buy={buy} own={own} />
      ) : (
        <>
          <p className="font-semibold text-pepper">{i18n.t('All places are taken.')}</p>
          <p className="text-14 text-soft">
            {i18n.t('If something becomes free, we hold it for the next in line for 30 minutes and tell them.')}{' '}
            {buy.waiting_people
              ? counted(i18n, buy.waiting_people, {
                  one: /*i18n*/ '{count} person is waiting.',
                  many: /*i18n*/ '{count} people are waiting.',
                })
              : i18n.t('Nobody is waiting yet.')}
          </p>
          {signedIn ? <WaitForm buy={buy} limits={limits} /> : <SignInToWait id={buy.id} />}
        </>
      )}
      {fault && <Notice tone="error">{translate(i18n, fault)}</Notice>}
    </div>
  )
}

function OwnPlace({ buy, own }: Pick<WaitingListProps, 'buy'> & { own: OwnWait }) {
  const { i18n } = useLingui()
  useReloadOnChange(buy.current_quantity)
  const units = countUnits(own.quantity, buy.unit)
  return (
    <>
      <Notice tone={own.isOffered ? 'success' : 'info'}>
        {own.isOffered && own.offer_expires_at
          ? i18n.t('{units} are held for you until {moment}. Join to take them.', {
              units,
              moment: moment(own.offer_expires_at),
            })
          : i18n.t('You are number {position} in line for {units}.', { position: own.position, units })}
      </Notice>
      {!own.isOffered && (
        <p className="text-14 text-soft">
          {i18n.t(
            'When it is your turn, we tell you and hold it for you for 30 minutes. You owe nothing until you join.',
          )}
        </p>
      )}
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="stop-waiting" />
        <input type="hidden" name="group_buy_id" value={buy.id} />
        <Button tone="quiet" size="small" className="-ml-3">
          {own.isOffered ? i18n.t('Give it to the next person') : i18n.t('Leave the waiting list')}
        </Button>
      </Form>
    </>
  )
}

/** Free units may be held for the viewer, which only the server knows. */
function useReloadOnChange(taken: number): void {
  const { revalidate } = useRevalidator()
  const loaded = useRef(taken)
  useEffect(() => {
    if (loaded.current === taken) return
    loaded.current = taken
    void revalidate()
  }, [taken, revalidate])
}

function WaitForm({ buy, limits }: Pick<WaitingListProps, 'buy' | 'limits'>) {
  const { i18n } = useLingui()
  const busy = useNavigation().formData?.get('intent') === 'wait'
  if (limits.max === 0)
    return <p className="text-14 text-soft">{i18n.t('You already have the most one person can take.')}</p>
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap items-end gap-3">
      <input type="hidden" name="intent" value="wait" />
      <input type="hidden" name="group_buy_id" value={buy.id} />
      <div className="min-w-34">
        <QuantityStepper
          label={i18n.t('Quantity of {product}', { product: buy.product_name })}
          hideLabel
          unit={buy.unit}
          min={limits.min}
          {...(limits.max !== null && { max: limits.max })}
          defaultValue={limits.min}
        />
      </div>
      <Button busy={busy} className="flex-[1_0_auto]">
        {i18n.t('Wait for it')}
      </Button>
    </Form>
  )
}

function SignInToWait({ id }: { id: string }) {
  const { i18n } = useLingui()
  return (
    <LinkButton to={`/auth?next=${encodeURIComponent(`/group-buys/${id}`)}`} wide>
      {i18n.t('Sign in to wait for it')}
    </LinkButton>
  )
}
