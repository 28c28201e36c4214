import { useLingui } from '@lingui/react'
import Bell from 'lucide-react/icons/bell'
import { useLocation } from 'react-router'
import { Button } from '#web/ui/button.tsx'

// These forms load a document, also with scripts: their pages are the same for everybody, so the message that is shown
// afterwards is chosen by the address.

/** On a sold-out product's card: asks to be told when it is back. Visitors sign in first and are sent back. */
export function NotifyWhenBack({ id, name }: { id: string; name: string }) {
  const { i18n } = useLingui()
  const { pathname, search } = useLocation()
  const tell = i18n.t('Tell me when it is back')
  return (
    <form method="post" action="/follow" className="grid gap-1">
      <input type="hidden" name="back" value={`${pathname}${search}#told-${id}`} />
      <input type="hidden" name="kind" value="product" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="restock" value="yes" />
      <Button name="follow" value="yes" tone="plain" wide aria-label={`${tell}: ${name}`}>
        <Bell aria-hidden size={18} /> {tell}
      </Button>
      <p id={`told-${id}`} className="hidden text-14 font-semibold text-leaf target:block">
        {i18n.t('We tell you once when it is back.')}
      </p>
    </form>
  )
}

/** After a search without a result: asks to be told when something matches. */
export function NotifyWhenFound({ words }: { words: string }) {
  const { i18n } = useLingui()
  const { pathname, search } = useLocation()
  return (
    <form method="post" action="/follow" className="grid justify-items-start gap-2">
      <input type="hidden" name="back" value={pathname + search} />
      <input type="hidden" name="kind" value="search" />
      <input type="hidden" name="words" value={words} />
      <Button tone="plain">
        <Bell aria-hidden size={18} /> {i18n.t('Tell me when it is there')}
      </Button>
      <p className="text-14 text-soft">
        {i18n.t('We tell you once, when a product or group buy for “{words}” is on the market.', { words })}
      </p>
    </form>
  )
}
