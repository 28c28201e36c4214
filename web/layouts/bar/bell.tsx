import { useLingui } from '@lingui/react'
import BellIcon from 'lucide-react/icons/bell'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { subscribeToRows } from '#web/session/realtime/subscribe-to-rows.ts'
import { useShell } from '#web/shell.ts'

/** A link to the viewer's notices with the number of unread ones; updated live after hydration. */
export function Bell({ userId }: { userId: string }) {
  const { i18n } = useLingui()
  const unread = useUnread(userId)
  return (
    <Link
      to="/account/notices"
      className="bar-link bar-icon relative"
      aria-label={unread === 0 ? i18n.t('Notices') : i18n.t('Notices, {count} new', { count: unread })}
    >
      <BellIcon aria-hidden size={24} />
      {unread > 0 && <span className="bell-amount">{unread > 99 ? '99+' : unread}</span>}
    </Link>
  )
}

function useUnread(userId: string): number {
  const { unread: known, now } = useShell()
  const [unread, setUnread] = useState(known)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `now` is the time of the server's count, which may be the same number again.
  useEffect(() => setUnread(known), [known, now])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const count = async () => {
      const answer = await fetch('/account/notices/unread.json')
      if (!answer.ok) throw new Error(`Counting the notices failed: ${answer.status}`)
      setUnread(((await answer.json()) as { unread: number }).unread)
    }
    // Several notices of one command cause one count. A failed count is corrected by the next one.
    const onRow = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void count().catch(() => undefined), 150)
    }
    const mine = { table: 'notices' as const, filter: `person_id=eq.${userId}` }
    const stop = subscribeToRows([mine], { onRow, catchUp: count, isBackground: true })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [userId])
  return unread
}
