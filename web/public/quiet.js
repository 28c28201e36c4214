// For pages without the framework: the cart's figures and the colour switch. At most 2 KB.
;(() => {
  const showCart = () => {
    let items = []
    try {
      items = JSON.parse(localStorage.getItem('cart-storage')).state.items
    } catch {}
    if (!Array.isArray(items)) items = []
    let count = 0
    let kobo = 0
    for (const item of items) {
      if (!(item?.quantity > 0)) continue
      count += item.quantity
      kobo += Math.round(item.price * 100) * item.quantity
    }
    const decimals = kobo % 100 ? `.${String(kobo % 100).padStart(2, '0')}` : ''
    const total = `₦${String(Math.floor(kobo / 100)).replace(/\B(?=(\d{3})+$)/g, ',')}${decimals}`
    for (const link of document.querySelectorAll('[data-cart]')) {
      link.querySelector('[data-cart-count]').textContent = count
      link.querySelector('[data-cart-total]').textContent = total
      link.setAttribute('aria-label', `Cart, ${count} item${count === 1 ? '' : 's'}, ${total}`)
    }
  }
  const chooseTheme = (event) => {
    const choice = event.target.closest?.('[data-theme-form] button[name=theme]')
    if (!choice) return
    event.preventDefault()
    const theme = choice.value
    const root = document.documentElement
    document.cookie = `theme=${theme}; Path=/; Max-Age=${theme === 'system' ? 0 : 31536000}; SameSite=Lax`
    if (theme === 'system') root.removeAttribute('data-theme')
    else root.setAttribute('data-theme', theme)
    for (const button of choice.form.elements) {
      if (button.name === 'theme') button.setAttribute('aria-pressed', button === choice)
    }
  }
  document.addEventListener('click', chooseTheme)
  addEventListener('storage', showCart)
  addEventListener('pageshow', showCart)
  showCart()
})()
