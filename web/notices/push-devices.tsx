import { Trans, useLingui } from '@lingui/react'
import { useState } from 'react'
import { Form, useSubmit } from 'react-router'
import { deviceName } from '#web/session/device-name.ts'
import { Button } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/hydrated.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { PushDevice } from './preference-queries.ts'

interface PushDevicesProps {
  devices: readonly PushDevice[]
  /** The VAPID public key; null if push is disabled. */
  pushKey: string | null
}

/** The subscribed browsers, and a button that subscribes this one. No permission is requested before it is pressed. */
export function PushDevices({ devices, pushKey }: PushDevicesProps) {
  const { i18n } = useLingui()
  if (pushKey === null) return <p className="text-soft">{i18n.t('We send no notices to phones at the moment.')}</p>
  const isHere = devices.some(({ is_this }) => is_this)
  return (
    <>
      {devices.length > 0 && (
        <ul className="mb-4 divide-y divide-grain border-y border-grain">
          {devices.map((device) => (
            <PushDeviceItem key={device.id} {...device} />
          ))}
        </ul>
      )}
      {!isHere && <SubscribeButton pushKey={pushKey} />}
    </>
  )
}

function PushDeviceItem({ id, user_agent, is_this }: PushDevice) {
  const { i18n } = useLingui()
  const name = deviceName(i18n, user_agent)
  // Loaded on the tap.
  const forget = () =>
    is_this && void import('./browser-push.ts').then(({ unsubscribeBrowser }) => unsubscribeBrowser())
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <span className="min-w-0">
        {is_this ? (
          <Trans id="<strong>{name}</strong> (this device)" values={{ name }} components={{ strong: <strong /> }} />
        ) : (
          <strong>{name}</strong>
        )}
      </span>
      <Form method="post" preventScrollReset onSubmit={forget}>
        <input type="hidden" name="subscription_id" value={id} />
        <Button
          name="intent"
          value="unsubscribe"
          tone="plain"
          size="small"
          aria-label={i18n.t('Turn off {name}', { name })}
        >
          {i18n.t('Turn off')}
        </Button>
      </Form>
    </li>
  )
}

const faultTexts = {
  unable:
    /*i18n*/ 'This browser cannot show our notices. On an iPhone, first add the site to your home screen, then open it from there.',
  denied:
    /*i18n*/ 'Your browser blocks our notices. Allow notifications for this site in its settings, then tap again.',
  failed: /*i18n*/ 'That did not work. Check your network and tap again.',
} as const

function SubscribeButton({ pushKey }: { pushKey: string }) {
  const { i18n } = useLingui()
  const isHydrated = useHydrated()
  const submit = useSubmit()
  const [state, setState] = useState<'idle' | 'asking' | keyof typeof faultTexts>('idle')
  const ask = async () => {
    setState('asking')
    const subscription = await import('./browser-push.ts')
      .then(({ subscribeBrowser }) => subscribeBrowser(pushKey))
      .catch(() => ({ ok: false, why: 'failed' }) as const)
    if (!subscription.ok) return setState(subscription.why)
    const { endpoint, p256dh, auth } = subscription
    await submit({ intent: 'subscribe', endpoint, p256dh, auth }, { method: 'post', preventScrollReset: true })
    setState('idle')
  }
  if (!isHydrated) {
    return (
      <p className="text-soft">
        {i18n.t('Turn on scripts in your browser to get our notices while the site is closed.')}
      </p>
    )
  }
  return (
    <>
      <p className="mb-3 text-soft">
        {i18n.t(
          'Your phone shows our notices even while the site is closed. They carry no amounts and no codes, and you can turn them off here.',
        )}
      </p>
      <Button
        type="button"
        tone="plain"
        onClick={ask}
        busy={state === 'asking'}
        busyLabel={i18n.t('Asking your browser')}
      >
        {i18n.t('Send notices to this phone')}
      </Button>
      {state !== 'idle' && state !== 'asking' && (
        <Notice tone="error" className="mt-4">
          {i18n.t(faultTexts[state])}
        </Notice>
      )}
    </>
  )
}
