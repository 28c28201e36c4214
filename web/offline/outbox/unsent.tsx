import { Button } from '#web/ui/button.tsx'
import { clockTime, plural } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { OutboxAct } from './acts.ts'
import type { Outbox } from './use-outbox.ts'

/** Lists acts that are not sent and those that did not count, with a way on. Empty with the outbox. */
export function Unsent({ outbox, isOnline }: { outbox: Outbox; isOnline: boolean }) {
  const { unsent, faulty, others, state, isSending, send, dismiss } = outbox
  return (
    <>
      {unsent.length > 0 && (
        <Notice tone="warning" title={`${plural(unsent.length, 'hand-over')} not sent yet`} className="mb-4">
          <ul>
            {unsent.map((act) => (
              <li key={act.id}>{actText(act)}</li>
            ))}
          </ul>
          <p className="my-2">{stateText(state, isOnline)}</p>
          {state === 'signed-out' ? (
            <a href="/auth?next=/handover" className="inline-flex min-h-11 items-center text-link">
              Sign in
            </a>
          ) : (
            isOnline && (
              <Button type="button" tone="plain" busy={isSending} busyLabel="Sending" onClick={() => void send()}>
                Send now
              </Button>
            )
          )}
        </Notice>
      )}
      {faulty.map((act) => (
        <Notice key={act.id} tone="error" title="A hand-over did not count" className="mb-4">
          <p>
            {actText(act)} {act.fault} The buyer has been told.
          </p>
          <Button type="button" tone="plain" size="small" className="mt-2" onClick={() => void dismiss(act.id)}>
            I have read it<span className="sr-only">: order {act.orders.join(', ')}</span>
          </Button>
        </Notice>
      ))}
      {others > 0 && (
        <Notice tone="info" className="mb-4">
          {plural(others, 'hand-over')} of another person {others === 1 ? 'waits' : 'wait'} on this phone. They are sent
          when that person signs in here.
        </Notice>
      )}
    </>
  )
}

const actText = ({ orders, acted_at, isChecked }: OutboxAct): string =>
  `${orders.length === 1 ? 'Order' : 'Orders'} ${orders.join(', ')}, ${clockTime(acted_at)}, ${isChecked ? 'code checked' : 'code not checked'}.`

function stateText(state: Outbox['state'], isOnline: boolean): string {
  if (state === 'signed-out')
    return 'Sign in as the person who wrote them down, and they are sent. They stay on this phone.'
  if (state === 'locked') return 'Wrong codes have locked the counter for some minutes. They are sent after that.'
  return isOnline
    ? 'They are being sent. Leave this page open.'
    : 'They are kept on this phone and sent as soon as there is a network.'
}
