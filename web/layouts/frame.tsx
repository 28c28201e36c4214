import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { useCartHome } from '../cart/use-cart-home.ts'
import { useShell } from '../shell.ts'
import { useLeaving } from '../ui/reading.ts'
import { ToastRegion } from '../ui/toast.tsx'
import { useArrival } from './arrival.ts'
import { Bar, WorkingBar } from './bar.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { Footer, WorkingFooter } from './footer.tsx'

interface FrameProps {
  children: ReactNode
  /** The page reaches from edge to edge. */
  wide?: boolean
  /** A desk rather than the shop's front: a slim bar and one line of footer. */
  working?: boolean
  /** Whether a phone has the shopper's bar at the bottom. */
  bottomBar?: boolean
}

/** Bar, the page, footer. */
export function Frame({ children, wide = false, working = false, bottomBar = !working }: FrameProps) {
  const { i18n } = useLingui()
  const { viewer, theme } = useShell()
  useArrival()
  useCartHome(viewer.userId)
  const leaving = useLeaving()
  return (
    <div className="flex min-h-dvh flex-col">
      {working ? <WorkingBar viewer={viewer} /> : <Bar viewer={viewer} />}
      {leaving && <p role="status" aria-label={i18n.t('Loading the page')} className="leaving" />}
      <main id="main" tabIndex={-1} className={wide ? 'flex-1' : 'mx-auto w-full max-w-page flex-1 px-4 pt-6 md:pt-10'}>
        {children}
      </main>
      {working ? <WorkingFooter theme={theme} /> : <Footer theme={theme} flush={wide} />}
      {bottomBar && <BottomBar />}
      <ToastRegion />
    </div>
  )
}
