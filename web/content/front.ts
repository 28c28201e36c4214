import { redirect } from 'react-router'

/** The desk opens on its first drawer. */
export function loader() {
  return redirect('/content/deals')
}
