import { FileUp, Globe } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { TabPanel, Tabs } from '../../components/tabs.tsx'
import { DropZone } from './drop-zone.tsx'

const ScrapeForm = lazy(async () => ({ default: (await import('./scrape-form.tsx')).ScrapeForm }))

type Props = { chatId: string; isOpen: boolean; onClose: () => void; onFiles: (files: File[]) => void }

const ways = [
  { value: 'upload', label: 'Upload documents', icon: <FileUp aria-hidden /> },
  { value: 'scrape', label: 'Scrape a website', icon: <Globe aria-hidden /> },
]

/** The two ways to give a chat what it answers from. */
export function AddDocuments({ chatId, isOpen, onClose, onFiles }: Props) {
  const [way, setWay] = useState('upload')
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Add Documents"
      description="Add what the chat should answer from. It is read page by page; you can follow it here."
    >
      <Tabs label="Ways to add documents" tabs={ways} value={way} onChange={setWay}>
        <TabPanel value="upload">
          <DropZone onFiles={onFiles} />
        </TabPanel>
        <TabPanel value="scrape">
          <Suspense fallback={<Skeleton height="12rem" />}>
            <ScrapeForm chatId={chatId} onClose={onClose} />
          </Suspense>
        </TabPanel>
      </Tabs>
    </Dialog>
  )
}
