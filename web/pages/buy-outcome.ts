import { useActionData } from 'react-router'
import type { JoinOutcome } from '#web/group-buys/joining/join.ts'
import type { leaveByForm } from '#web/group-buys/joining/leave.ts'
import type { nameByForm } from '#web/group-buys/joining/show-name.ts'
import type { WaitOutcome } from '#web/group-buys/waiting-list/wait.ts'

type BuyOutcome =
  | JoinOutcome
  | WaitOutcome
  | Awaited<ReturnType<typeof leaveByForm>>
  | Awaited<ReturnType<typeof nameByForm>>

/** The result of the last form of a buy's page; of the join form only without scripts. */
export function useBuyOutcome() {
  const outcome = useActionData<BuyOutcome>()
  const none = { joinOutcome: null, left: null, naming: null, waited: null }
  if (!outcome) return none
  if ('waitFault' in outcome) return { ...none, waited: outcome }
  if ('naming' in outcome) return { ...none, naming: outcome }
  return 'left' in outcome ? { ...none, left: outcome } : { ...none, joinOutcome: outcome }
}
