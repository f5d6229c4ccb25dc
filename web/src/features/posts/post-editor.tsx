import { t } from '@lingui/core/macro';
import type { Attachment, Post } from '@lop-xanh/contract/posts';
import { limits } from '@lop-xanh/contract/rules/limits';
import { Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconClock, IconInfoCircle } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useUser } from '../../lib/current-user.ts';
import { FormFooter } from '../../ui/form-footer.tsx';
import { Modal } from '../../ui/modal.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { toast } from '../../ui/toast.ts';
import { useConfirmDiscard } from '../../ui/use-confirm-discard.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { PhotoConsent, usePhotoConsent } from '../consent/public.ts';
import { FaceBlurDialog, useFaceModel } from '../faces/public.ts';
import { FilePicker } from './file-picker.tsx';
import type { PostAction } from './post-actions.ts';
import { clearPostDraft, type PostText, readPostDraft, savePostDraft } from './post-draft.ts';
import classes from './post-editor.module.css';
import { isStillPhoto } from './shrink-photo.ts';
import { listTaughtClasses } from './taught-classes.ts';
import { UploadProgress } from './upload-progress.tsx';
import { usePostSubmission } from './use-post-submission.ts';

/** What the server rejected, with its entry in the outbox. */
export interface ReopenedAction {
  seq: number;
  action: Extract<PostAction, { kind: 'create' | 'edit' }>;
}

interface Props {
  /** The post to edit; omitted for a new one. */
  post?: Post;
  /** A rejected post, whose words and files are there again. */
  reopened?: ReopenedAction;
  onClose: () => void;
}

export function PostEditor({ post, reopened, onClose }: Props) {
  const user = useUser();
  const { id: userId } = user;
  const taughtClasses = listTaughtClasses(user);
  const [chosenClassId, setChosenClassId] = useState(
    reopened?.action.kind === 'create' ? reopened.action.class_id : undefined,
  );
  const { submit, cancel, progress, errorMessage } = usePostSubmission(post, reopened?.seq);
  const [initial] = useState(() => ({
    ...pickText(reopened?.action ?? post ?? readPostDraft(userId)),
    attachments: listKept(post, reopened),
    files: [...(reopened?.action.files ?? [])],
  }));
  const [attachments, setAttachments] = useState<Attachment[]>(initial.attachments);
  const [files, setFiles] = useState<File[]>(initial.files);
  const classId = post ? (post.class_id ?? undefined) : (chosenClassId ?? taughtClasses[0]?.id);
  const photoConsent = { classId, hasPhotos: files.length > 0 };
  const { mustConfirm } = usePhotoConsent(photoConsent);
  const faceModel = useFaceModel(files.some(isStillPhoto));
  const [photoToBlur, setPhotoToBlur] = useState<File | null>(null);
  const hasDraft = !post && !reopened;
  const form = useForm({
    initialValues: {
      title: initial.title,
      content: initial.content,
      photosConfirmed: false,
    },
    validate: {
      title: (title) => (title.trim() === '' ? t`Hãy nhập tiêu đề` : null),
      content: (content) => (content.trim() === '' ? t`Hãy nhập nội dung` : null),
      photosConfirmed: (isConfirmed) =>
        mustConfirm && !isConfirmed ? t`Hãy xác nhận trước khi đăng` : null,
    },
    onValuesChange: ({ title, content }) => {
      if (hasDraft) savePostDraft(userId, { title, content });
    },
  });
  const isBusy = progress.state !== 'idle';
  const hasFileChanges =
    attachments.length !== initial.attachments.length ||
    files.length !== initial.files.length ||
    files.some((file) => !initial.files.includes(file));
  // The text of a new post is saved as a draft; everything else would be lost.
  const confirmDiscard = useConfirmDiscard(hasFileChanges || (!hasDraft && form.isDirty()));
  const closeEditor = () => void confirmDiscard(onClose);

  /** The author confirmed what was there before. */
  const changeFiles = (newFiles: File[]) => {
    if (newFiles.length > files.length) form.setFieldValue('photosConfirmed', false);
    setFiles(newFiles);
  };

  const handleSubmit = form.onSubmit(async (values) => {
    if (isBusy) return;
    const outcome = await submit({
      ...values,
      classId,
      attachments,
      files,
    });
    if (outcome === null) return;
    if (hasDraft) clearPostDraft(userId);
    if (outcome === 'sent') {
      const message = post ? t`Đã lưu bài viết` : t`Đã gửi, bài viết đang chờ duyệt`;
      toast({ kind: 'success', message });
    }
    onClose();
  });

  return (
    <Modal
      opened
      onClose={() => {
        // The key that closes the dialog above also arrives here.
        if (!isBusy && !photoToBlur) closeEditor();
      }}
      title={post ? t`Sửa bài viết` : t`Bài viết mới`}
      size="lg"
      fullScreen={useIsMobile()}
      closeOnClickOutside={false}
      closeButtonProps={{ disabled: isBusy }}
    >
      <form noValidate onSubmit={handleSubmit}>
        <Stack>
          {post?.status === 'approved' && (
            <p className={classes.notice}>
              <IconClock size={20} aria-hidden />
              {t`Bài viết này đã được duyệt. Sau khi lưu, bài sẽ chờ duyệt lại.`}
            </p>
          )}
          {!post && taughtClasses.length === 0 && (
            <p className={classes.notice}>
              <IconInfoCircle size={20} aria-hidden />
              {t`Bạn chưa có lớp nên chỉ giáo viên và nhà trường đọc được bài viết này.`}
            </p>
          )}
          {!post && taughtClasses.length > 1 && (
            <NativeSelect
              label={t`Lớp`}
              disabled={isBusy}
              value={String(classId)}
              onChange={({ currentTarget }) => {
                setChosenClassId(Number(currentTarget.value));
                form.setFieldValue('photosConfirmed', false);
              }}
              data={taughtClasses.map(({ id, name, isSubstituted }) => ({
                value: String(id),
                label: isSubstituted ? t`Lớp ${name} (dạy thay)` : t`Lớp ${name}`,
              }))}
            />
          )}
          <TextInput
            label={t`Tiêu đề`}
            maxLength={limits.maxPostTitleLength}
            readOnly={isBusy}
            data-autofocus
            {...form.getInputProps('title')}
          />
          <Textarea
            label={t`Nội dung`}
            rows={7}
            maxLength={limits.maxPostContentLength}
            readOnly={isBusy}
            {...form.getInputProps('content')}
          />
          <FilePicker
            attachments={attachments}
            onAttachmentsChange={setAttachments}
            files={files}
            onFilesChange={changeFiles}
            onBlurFaces={setPhotoToBlur}
            isDisabled={isBusy}
          />
          <PhotoConsent
            {...photoConsent}
            disabled={isBusy}
            {...form.getInputProps('photosConfirmed', { type: 'checkbox' })}
          />
          <UploadProgress progress={progress} hasFiles={files.length > 0} onCancel={cancel} />
          <FormFooter
            error={errorMessage}
            close={closeEditor}
            isSaving={isBusy}
            saveLabel={post ? t`Lưu` : t`Đăng bài`}
          />
        </Stack>
      </form>
      <Suspense>
        {photoToBlur && (
          <FaceBlurDialog
            file={photoToBlur}
            model={faceModel}
            onClose={() => setPhotoToBlur(null)}
            onDone={(blurred) => {
              setFiles(files.map((file) => (file === photoToBlur ? blurred : file)));
              setPhotoToBlur(null);
            }}
          />
        )}
      </Suspense>
    </Modal>
  );
}

const pickText = ({ title, content }: PostText): PostText => ({ title, content });

/** The attachments that a rejected edit kept, with their current URLs. */
function listKept(post: Post | undefined, reopened: ReopenedAction | undefined): Attachment[] {
  const attachments = post?.attachments ?? [];
  if (reopened?.action.kind !== 'edit') return attachments;
  const keptIds = new Set(reopened.action.kept.map(({ id }) => id));
  return attachments.filter(({ id }) => keptIds.has(id));
}
