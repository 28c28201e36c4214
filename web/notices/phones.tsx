import { useState } from 'react'
import { Form, useSubmit } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/hydrated.ts'
import { Notice } from '#web/ui/notice.tsx'
import { deviceName } from '../session/device-name.ts'
import type { PushDevice } from './preference-queries.ts'

interface PhonesProps {
  devices: readonly PushDevice[]
  /** With which browsers subscribe; null where the operator has set up no pushes. */
  pushKey: string | null
}

/** The browsers that are told, and the button that adds this one. Nothing is asked of the browser before it is pressed. */
export function Phones({ devices, pushKey }: PhonesProps) {
  if (pushKey === null) return <p className="text-soft">We send no notices to phones at the moment.</p>
  const isHere = devices.some(({ is_this }) => is_this)
  return (
    <>
      {devices.length > 0 && (
        <ul className="mb-4 divide-y divide-grain border-y border-grain">
          {devices.map((device) => (
            <Phone key={device.id} {...device} />
          ))}
        </ul>
      )}
      {!isHere && <TellHere pushKey={pushKey} />}
    </>
  )
}

function Phone({ id, user_agent, is_this }: PushDevice) {
  const name = deviceName(user_agent)
  // Loaded by the tap, as is what asks the browser.
  const forget = () => is_this && void import('./ask-browser.ts').then(({ forgetBrowser }) => forgetBrowser())
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <span className="min-w-0">
        <strong>{name}</strong>
        {is_this && ' (here)'}
      </span>
      <Form method="post" preventScrollReset onSubmit={forget}>
        <input type="hidden" name="subscription_id" value={id} />
        <Button name="intent" value="unsubscribe" tone="plain" size="small" aria-label={`Turn off ${name}`}>
          Turn off
        </Button>
      </Form>
    </li>
  )
}

const faultTexts = {
  unable: 'This browser cannot be told. On an iPhone, add the site to your home screen first, and open it from there.',
  denied: 'Your browser does not let us. Allow notifications for this site in its settings, then tap again.',
  failed: 'That did not work. Check your network and tap again.',
} as const

function TellHere({ pushKey }: { pushKey: string }) {
  const isHydrated = useHydrated()
  const submit = useSubmit()
  const [state, setState] = useState<'idle' | 'asking' | keyof typeof faultTexts>('idle')
  const ask = async () => {
    setState('asking')
    const asked = await import('./ask-browser.ts')
      .then(({ askBrowser }) => askBrowser(pushKey))
      .catch(() => ({ ok: false, why: 'failed' }) as const)
    if (!asked.ok) return setState(asked.why)
    const { endpoint, p256dh, auth } = asked
    await submit({ intent: 'subscribe', endpoint, p256dh, auth }, { method: 'post', preventScrollReset: true })
    setState('idle')
  }
  if (!isHydrated) {
    return <p className="text-soft">A browser with scripts can show our notices while the site is closed.</p>
  }
  return (
    <>
      <p className="mb-3 text-soft">
        Your phone tells you even while the site is closed. It shows no amounts and no codes, and you can turn it off
        here.
      </p>
      <Button type="button" tone="plain" onClick={ask} busy={state === 'asking'} busyLabel="Asking your browser">
        Tell me on this phone
      </Button>
      {state !== 'idle' && state !== 'asking' && (
        <Notice tone="error" className="mt-4">
          {faultTexts[state]}
        </Notice>
      )}
    </>
  )
}
