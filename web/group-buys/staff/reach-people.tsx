import { Form, useLocation, useNavigation } from 'react-router'
import type { Api } from '#api/api.ts'
import { brand } from '#domain/brand/brand.ts'
import { type Audience, audiencesOf } from '#domain/group-buys/selling/broadcasts.ts'
import { extensionFault } from '#domain/group-buys/selling/extending.ts'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import { RecordSection } from '#web/desk/records/record-screen.tsx'
import { commandResult, type FormResult, type SubmittedForm } from '#web/forms/form.ts'
import { Button } from '#web/ui/button.tsx'
import { datedMoment, plural } from '#web/ui/format.ts'
import { ExtensionChoice, ExtensionConsequences } from '../vendor/reach/extension-choice.tsx'
import {
  MessageForm,
  MessagePreview,
  PREVIEW_MESSAGE,
  previewMessage,
  SEND_MESSAGE,
} from '../vendor/reach/message-form.tsx'
import { toExtensible } from '../vendor/reach/queries.ts'
import type { OverseenBuy } from './queries.ts'

const EXTEND = 'extend'

/** Handles the forms of `ExtendBuy` and `WriteToPeople`; null for others. */
export async function handleReachForm(api: Api, form: SubmittedForm, id: string) {
  const { field, key } = form
  switch (field('intent')) {
    case PREVIEW_MESSAGE:
      return previewMessage(form)
    case SEND_MESSAGE: {
      const message = { group_buy_id: id, audience: field('audience') as Audience, message: field('message') }
      return commandResult(
        form,
        await api.command('message-group-buy', message, key && `${key}-message`),
        ({ recipients }) =>
          `Sent to ${plural(recipients, 'person', 'people')}. They are told within a minute, and the shop is told too.`,
      )
    }
    case EXTEND: {
      const extension = { group_buy_id: id, days: Number(field('days')), end_date: field('end_date') }
      return commandResult(
        form,
        await api.command('extend-group-buy', extension, key && `${key}-extend`),
        ({ end_date: end }) => `It closes on ${datedMoment(end)} now. Everyone in it and the shop are told.`,
      )
    }
    default:
      return null
  }
}

interface ReachProps {
  buy: OverseenBuy
  sendKey: string
  result: FormResult | undefined
}

interface ExtendBuyProps extends ReachProps {
  now: string
}

/** The possible extensions with their dates, and what each means for the people in it. */
export function ExtendBuy({ buy, sendKey, result, now }: ExtendBuyProps) {
  const extensions = buy.broadcasts.filter(({ kind }) => kind === 'extension').length
  const extensible = toExtensible(buy, extensions)
  const busy = useNavigation().formData?.get('intent') === EXTEND
  if (!extensible || buy.status !== 'active') return null
  const fault = extensionFault(extensible, { days: 1, now: new Date(now) })
  return (
    <RecordSection id="extend" title="Extend it">
      {fault ? (
        <p className="max-w-measure">{formatInEnglish(fault.message)}</p>
      ) : (
        <Form method="post" className="grid max-w-measure gap-4">
          <input type="hidden" name="intent" value={EXTEND} />
          <ExtensionChoice key={buy.end_date} buy={extensible} now={now} chosen={result?.values.days || '1'} />
          <ExtensionConsequences
            people={buy.current_participants}
            replacesAutomatic={buy.allow_extension && !buy.extended_at}
          />
          <p className="text-14 text-soft">The shop is told. A group buy is extended twice at most.</p>
          <input type="hidden" name="end_date" value={buy.end_date} />
          <input type="hidden" name="key" value={sendKey} />
          <div>
            <Button tone="plain" busy={busy} busyLabel="Saving">
              Extend the group buy
            </Button>
          </div>
        </Form>
      )}
    </RecordSection>
  )
}

/** A message in the name of the market to the people in it, seen before it is sent. */
export function WriteToPeople({ buy, sendKey, result }: ReachProps) {
  const { pathname } = useLocation()
  const audiences = audiencesOf({ status: buy.status, paymentMode: buy.payment_mode })
  if (audiences.length === 0 || buy.current_participants === 0) return null
  const isOwn = result?.values.intent === PREVIEW_MESSAGE || result?.values.intent === SEND_MESSAGE
  const previewed = isOwn && result.ok && result.values.message ? result.values : null
  return (
    <RecordSection id="write" title="Write to the people in it">
      {previewed && (
        <div className="mb-6">
          <MessagePreview buy={buy} shop={brand.name} values={previewed} sendKey={sendKey} cancelTo={pathname} />
        </div>
      )}
      <MessageForm
        key={buy.broadcasts[0]?.id}
        buy={buy}
        to="everybody"
        audiences={audiences}
        result={isOwn ? result : undefined}
        isPreviewed={previewed !== null}
      />
    </RecordSection>
  )
}
