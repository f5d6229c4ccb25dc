import '../../ui/modal-styles.ts';
import type { Attachment, Post } from '@lop-xanh/contract/posts';
import { limits } from '@lop-xanh/contract/rules/limits';
import { Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { useUser } from '../../lib/visitor.ts';
import { FormFooter } from '../../ui/form-footer.tsx';
import { toast } from '../../ui/toast.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.ts';
import { FilePicker } from './file-picker.tsx';
import { clearPostDraft, keepPostDraft, readPostDraft } from './post-draft.ts';
import classes from './post-editor.module.css';
import { UploadProgress } from './upload-progress.tsx';
import { usePostSubmission } from './use-post-submission.ts';

interface Props {
  /** The post to change; none for a new one. */
  post?: Post;
  onClose: () => void;
}

export function PostEditor({ post, onClose }: Props) {
  const { id: userId } = useUser();
  const { submit, cancel, progress, refusal } = usePostSubmission(post);
  const [kept, setKept] = useState<Attachment[]>(post?.attachments ?? []);
  const [files, setFiles] = useState<File[]>([]);
  const [startText] = useState(() => post ?? readPostDraft(userId));
  const form = useForm({
    initialValues: { title: startText.title, content: startText.content },
    validate: {
      title: (title) => (title.trim() === '' ? 'Hãy nhập tiêu đề' : null),
      content: (content) => (content.trim() === '' ? 'Hãy nhập nội dung' : null),
    },
    onValuesChange: (text) => {
      if (!post) keepPostDraft(userId, text);
    },
  });
  const isBusy = progress.state !== 'idle';
  const isFilesChanged = files.length > 0 || kept.length !== (post?.attachments.length ?? 0);
  // The text of a new post lives on as its draft; everything else would be lost.
  const guarded = useUnsavedGuard(isFilesChanged || (post !== undefined && form.isDirty()));
  const close = () => void guarded(onClose);

  const send = form.onSubmit(async (text) => {
    if (isBusy) return;
    const outcome = await submit({ ...text, kept, files });
    if (outcome === null) return;
    if (!post) clearPostDraft(userId);
    if (outcome === 'sent') {
      const message = post ? 'Đã lưu bài viết' : 'Đã gửi, bài viết đang chờ duyệt';
      toast({ kind: 'success', message });
    }
    onClose();
  });

  return (
    <Modal
      opened
      onClose={() => {
        if (!isBusy) close();
      }}
      title={post ? 'Sửa bài viết' : 'Bài viết mới'}
      size="lg"
      fullScreen={useIsMobile()}
      closeOnClickOutside={false}
      closeButtonProps={{ disabled: isBusy }}
    >
      <form noValidate onSubmit={send}>
        <Stack>
          {post?.status === 'approved' && (
            <p className={classes.notice}>
              <IconClock size={20} aria-hidden />
              Bài viết này đã được duyệt. Sau khi lưu, bài sẽ chờ duyệt lại.
            </p>
          )}
          <TextInput
            label="Tiêu đề"
            maxLength={limits.postTitleMax}
            readOnly={isBusy}
            data-autofocus
            {...form.getInputProps('title')}
          />
          <Textarea
            label="Nội dung"
            rows={7}
            maxLength={limits.postContentMax}
            readOnly={isBusy}
            {...form.getInputProps('content')}
          />
          <FilePicker
            kept={kept}
            onKeep={setKept}
            files={files}
            onFiles={setFiles}
            isDisabled={isBusy}
          />
          <UploadProgress progress={progress} hasFiles={files.length > 0} onCancel={cancel} />
          <FormFooter
            refusal={refusal}
            close={close}
            isSaving={isBusy}
            saveWords={post ? 'Lưu' : 'Đăng bài'}
          />
        </Stack>
      </form>
    </Modal>
  );
}
