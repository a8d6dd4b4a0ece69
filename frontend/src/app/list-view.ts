import { useSearchParams } from 'react-router'

/** How somebody looks at a list: for what, and in which order. It stands in the address, so that it survives a reload and the way back. */
export type ListView<Order extends string> = { search: string; sort: Order }

/** The first of the orders is the usual one. */
export function useListView<Order extends string>(...orders: readonly [Order, ...Order[]]) {
  const [query, setQuery] = useSearchParams()
  const [usual] = orders
  const asked = query.get('sort')
  const view: ListView<Order> = {
    search: query.get('search') ?? '',
    sort: orders.find((order) => order === asked) ?? usual,
  }
  const change = (changed: Partial<ListView<Order>>) => {
    const { search, sort } = { ...view, ...changed }
    setQuery(
      (now) => {
        const next = new URLSearchParams(now)
        set(next, 'search', search)
        set(next, 'sort', sort === usual ? '' : sort)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return { view, change, orders, isSearching: view.search !== '' }
}

function set(query: URLSearchParams, name: string, value: string) {
  if (value) query.set(name, value)
  else query.delete(name)
}
