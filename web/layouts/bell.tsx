import { useLingui } from '@lingui/react'
import BellIcon from 'lucide-react/icons/bell'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { followRows } from '../session/follow-rows.ts'
import { useShell } from '../shell.ts'

/** The viewer's notices in the bar, with how many are unread; with scripts it counts on while the page is open. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: `now` is when the server counted, which may give the same number anew.
  useEffect(() => setUnread(known), [known, now])
  useEffect(() => {
    let soon: ReturnType<typeof setTimeout> | undefined
    const count = async () => {
      const answer = await fetch('/account/notices/unread.json')
      if (!answer.ok) throw new Error(`The notices were not counted: ${answer.status}`)
      setUnread(((await answer.json()) as { unread: number }).unread)
    }
    // Several notices of one act are counted once. A count that fails is made up for by the next one.
    const hear = () => {
      clearTimeout(soon)
      soon = setTimeout(() => void count().catch(() => undefined), 150)
    }
    const mine = { table: 'notices' as const, filter: `person_id=eq.${userId}` }
    const stop = followRows([mine], { hear, catchUp: count, isAside: true })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [userId])
  return unread
}
