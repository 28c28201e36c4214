/**
 * Runs a form's server action from the browser. When the server cannot be reached, what `otherwise` gives is the answer, so that the
 * page says so in its place and keeps what was typed.
 */
export async function orOffline<Done, Offline>(serverAction: () => Promise<Done>, otherwise: () => Offline) {
  if (!navigator.onLine) return otherwise()
  try {
    return await serverAction()
  } catch (fault) {
    // fetch rejects with a TypeError when there is no way to the server; redirects and answers are thrown as themselves.
    if (fault instanceof TypeError) return otherwise()
    throw fault
  }
}
