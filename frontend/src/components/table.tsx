import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './table.module.css'

export type Column<Row> = {
  head: string
  cell: (row: Row) => ReactNode
  /** Where there is little room it stands under the first column instead of beside it. */
  isDetail?: boolean
  /** Holds buttons. */
  isAction?: boolean
}

type Props<Row> = { label: string; columns: Column<Row>[]; rows: Row[] }

/** Rows of the same kind. The first column is what a row is about. */
export function Table<Row extends { id: string | number }>({ label, columns, rows }: Props<Row>) {
  const details = columns.filter(({ isDetail }) => isDetail)
  const classOf = ({ isDetail, isAction }: Column<Row>) =>
    classNames(isDetail && styles.detail, isAction && styles.action) || undefined
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.head} scope="col" className={classOf(column)}>
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {columns.map((column, index) => (
              <td key={column.head} className={classOf(column)}>
                {column.cell(row)}
                {index === 0 && details.length > 0 && (
                  <div className={styles.narrow}>
                    {details.map(({ head, cell }) => (
                      <span key={head}>{cell(row)}</span>
                    ))}
                  </div>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
