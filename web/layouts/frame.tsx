import type { ReactNode } from 'react'
import { useShell } from '../shell.ts'
import { useLeaving } from '../ui/reading.ts'
import { ToastRegion } from '../ui/toast.tsx'
import { useArrival } from './arrival.ts'
import { Bar } from './bar.tsx'
import { Footer } from './footer.tsx'

/** Bar, the page, footer. */
export function Frame({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  const { viewer, theme } = useShell()
  useArrival()
  const leaving = useLeaving()
  return (
    <div className="flex min-h-dvh flex-col">
      <Bar viewer={viewer} />
      {leaving && <p role="status" aria-label="Loading the page" className="leaving" />}
      <main id="main" tabIndex={-1} className={wide ? 'flex-1' : 'mx-auto w-full max-w-page flex-1 px-4 pt-6 md:pt-10'}>
        {children}
      </main>
      <Footer theme={theme} />
      <ToastRegion />
    </div>
  )
}
