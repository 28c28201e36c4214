import { listActs } from './acts.ts'

/**
 * Before a person signs out with hand-overs that are not sent, asks whether they mean it; never resolves if they do not.
 * It is part of the script that signs out, so no page loads it.
 */
export async function confirmUnsent(): Promise<void> {
  const { reader } = document.documentElement.dataset
  if (!reader) return
  const { acts } = await listActs(reader)
  const unsent = acts.filter(({ fault }) => fault === null).length
  if (unsent === 0 || confirm(question(unsent))) return
  return new Promise(() => {})
}

const question = (unsent: number): string =>
  `${unsent === 1 ? '1 hand-over is' : `${unsent} hand-overs are`} not sent yet. They stay on this phone until you sign in here again. Sign out all the same?`
