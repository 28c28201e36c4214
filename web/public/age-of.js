// How old a copy is, in words: for the workers.
function ageOf(moment) {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(moment)) / 60000))
  if (minutes < 2) return 'a moment ago'
  if (minutes < 120) return `${minutes} minutes ago`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} hours ago` : `${Math.floor(hours / 24)} days ago`
}
