import { useLingui } from '@lingui/react'
import Bell from 'lucide-react/icons/bell'
import { Form, useLocation } from 'react-router'
import { Button, LinkButton } from '#web/ui/button.tsx'
import type { FollowedKind } from './queries.ts'

interface FollowFormProps {
  kind: FollowedKind
  id: string
  /** The followed name, for screen readers. */
  name: string
  followed: boolean
  signedIn: boolean
  /** For a product that cannot be ordered now: whether the viewer asked to be told when it is back. */
  restock?: { wanted: boolean }
}

const TEXTS = {
  product: {
    follow: /*i18n*/ 'Tell me when a group buy opens',
    followed: /*i18n*/ 'We tell you when a group buy opens.',
  },
  shop: { follow: /*i18n*/ 'Follow this shop', followed: /*i18n*/ 'You follow this shop.' },
  restock: {
    follow: /*i18n*/ 'Tell me when it is back',
    followed: /*i18n*/ 'We tell you once when it is back, and when a group buy opens.',
  },
} as const

/**
 * Button that follows or unfollows a product or a shop. Works without scripts; visitors sign in first and are sent
 * back.
 */
export function FollowForm({ kind, id, name, signedIn, restock, ...state }: FollowFormProps) {
  const { i18n } = useLingui()
  const { pathname, search } = useLocation()
  const texts = restock ? TEXTS.restock : TEXTS[kind]
  const followed = restock ? restock.wanted : state.followed
  const bell = <Bell aria-hidden size={18} />
  if (!signedIn) {
    return (
      <LinkButton to={`/auth?next=${encodeURIComponent(pathname + search)}`} tone="plain">
        {bell} {i18n.t(texts.follow)}
      </LinkButton>
    )
  }
  return (
    <Form method="post" action="/follow" preventScrollReset className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <input type="hidden" name="back" value={pathname + search} />
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="id" value={id} />
      {restock && <input type="hidden" name="restock" value="yes" />}
      <input type="hidden" name="follow" value={followed ? 'no' : 'yes'} />
      <span role="status" className={followed ? 'font-semibold' : 'sr-only'}>
        {followed && i18n.t(texts.followed)}
      </span>
      <Button
        tone={followed ? 'quiet' : 'plain'}
        aria-label={followed ? i18n.t('Stop following {name}', { name }) : undefined}
      >
        {followed ? i18n.t('Stop') : bell} {!followed && i18n.t(texts.follow)}
      </Button>
    </Form>
  )
}
